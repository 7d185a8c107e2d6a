import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { useListContext } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useSeenColumns } from '../../components/list/ColumnsButton.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useCards } from '../../components/list/useCards.ts'
import type { ListedRequest } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { RequestCards } from './RequestCards.tsx'
import styles from './RequestList.module.css'
import { useRequestColumns } from './useRequestColumns.tsx'
import { useRequestViews } from './useRequestViews.ts'
import { formatSearch, type ViewKey } from './views.ts'

const AskDialog = lazy(() => import('../AskDialog.tsx'))

/** The button for a new service request of the host. */
const Ask = () => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t('request.ask.button')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AskDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Why the list is empty, and the way to all requests. */
const NoRequests = ({ view = 'all' }: { view: ViewKey | undefined }) => {
  const t = useText()
  return (
    <EmptyState
      icon="check"
      title={t(`request.none.${view}`)}
      text={t(`request.none.${view}Text`)}
      actions={
        view !== 'all' && (
          <LinkButton to={to.requests(formatSearch('all'))}>{t('request.showAll')}</LinkButton>
        )
      }
    />
  )
}

const Rows = ({ view }: { view: ViewKey | undefined }) => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<ListedRequest>()
  const columns = useSeenColumns(useRequestColumns(data ?? []))
  if (!error && data && total !== 0 && cards) return <RequestCards rows={data} />
  if (!error && data && total !== 0)
    return (
      <ListTable<ListedRequest>
        columns={columns}
        label={t('request.title')}
        nameOf={({ code }) => code}
        pathOf={({ id }) => to.request(id)}
      />
    )
  return (
    <div className={styles['frame']}>
      {error ? (
        <ErrorState title={t('request.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={8} />
      ) : (
        <NoRequests view={view} />
      )}
    </div>
  )
}

/** What waits for an answer, the least time first, and what was decided. */
export const RequestList = () => {
  const t = useText()
  const { tabs, current } = useRequestViews()
  const isHost = useSession()?.account != null
  const mayAsk = useCan('request.service') && isHost
  return (
    <>
      <PageHeader title={t('request.title')} actions={mayAsk && <Ask />} />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <SavedViews label={t('request.views.label')} views={tabs} />
      <Rows view={current} />
    </>
  )
}
