import { lazy, Suspense } from 'react'
import { useListContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { zReimbursementKind } from '@hearth/contracts/reimbursement'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { ListExport } from '../../components/list/ListExport.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { useSeenColumns } from '../../components/list/ColumnsButton.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useCards } from '../../components/list/useCards.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { NewClaim } from '../create/NewClaim.tsx'
import type { ClaimOrigin } from '../create/NewClaimDialog.tsx'
import { PageTotals } from './PageTotals.tsx'
import { ReimbursementCards } from './ReimbursementCards.tsx'
import styles from './ReimbursementList.module.css'
import { useReimbursementColumns } from './useReimbursementColumns.tsx'
import { useReimbursementFilters } from './useReimbursementFilters.tsx'
import { useReimbursementViews } from './useReimbursementViews.ts'
import { formatSearch, type ViewKey } from './views.ts'

/** Why the list is empty, and the way on. */
const NoClaims = ({ view = 'all' }: Readonly<{ view: ViewKey | undefined }>) => {
  const t = useText()
  const userId = useSession()?.user.id ?? ''
  const mayWrite = useCan('reimbursement.write')
  return (
    <EmptyState
      icon="receipt"
      title={t(`reimbursement.none.${view}`)}
      text={t(`reimbursement.none.${view}Text`)}
      actions={
        <>
          {mayWrite && <NewClaim />}
          {view !== 'all' && (
            <LinkButton to={to.reimbursements(formatSearch('all', userId))}>
              {t('reimbursement.showAll')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}

const Rows = ({ view }: Readonly<{ view: ViewKey | undefined }>) => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<ListedReimbursement>()
  const columns = useSeenColumns(useReimbursementColumns(data ?? []))
  if (!error && data && total !== 0)
    return cards ? (
      <ReimbursementCards rows={data} />
    ) : (
      <ListTable<ListedReimbursement>
        columns={columns}
        label={t('reimbursement.title')}
        nameOf={({ code }) => code}
        pathOf={({ id }) => to.reimbursement(id)}
      />
    )
  return (
    <div className={styles['frame']}>
      {error ? (
        <ErrorState title={t('reimbursement.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={8} />
      ) : (
        <NoClaims view={view} />
      )}
    </div>
  )
}

const NewClaimDialog = lazy(() => import('../create/NewClaimDialog.tsx'))

const PARTS = ['new', 'booking', 'listing', 'incident', 'kind']

/** What the address says of a new claim; undefined where it names no listing. */
const readOrigin = (search: URLSearchParams): ClaimOrigin | undefined => {
  const listingId = search.get('listing')
  if (listingId === null) return undefined
  const kind = zReimbursementKind.catch('damage').parse(search.get('kind'))
  return { listingId, bookingId: search.get('booking'), incidentId: search.get('incident'), kind }
}

/** The dialog for a new claim, where the address opens it: from a booking, a conversation or an incident. */
const OpenedByAddress = () => {
  const [search, setSearch] = useSearchParams()
  if (search.get('new') !== 'claim') return null
  const from = readOrigin(search)
  const close = () => {
    for (const name of PARTS) search.delete(name)
    setSearch(search, { replace: true })
  }
  return (
    <Suspense fallback={null}>
      <NewClaimDialog {...(from && { from })} onClose={close} />
    </Suspense>
  )
}

const HOURS_OF_DAY = 24

/** How long everything takes, by the policy in force. */
const Promises = () => {
  const t = useText()
  const terms = usePolicy('reimbursement')
  if (terms === undefined) return null
  return (
    <p className={`small q ${styles['note']}`}>
      {t('reimbursement.note', {
        window: terms.windowHours / HOURS_OF_DAY,
        guest: terms.guestHours / HOURS_OF_DAY,
        first: terms.firstActionDays,
        decision: terms.decisionDays,
      })}
    </p>
  )
}

/** Claims by their deadline, and what was decided. */
export const ReimbursementList = () => {
  const t = useText()
  const { tabs, current } = useReimbursementViews()
  const filters = useReimbursementFilters()
  const { total, data = [] } = useListContext<ListedReimbursement>()
  const mayWrite = useCan('reimbursement.write')
  return (
    <>
      <PageHeader
        title={t('reimbursement.title')}
        // An empty list has the button itself.
        actions={
          <>
            <ListExport />
            {total !== undefined && total > 0 && mayWrite && <NewClaim />}
          </>
        }
      />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <SavedViews label={t('reimbursement.views.label')} views={tabs} />
      <FilterBar filters={filters} label={t('reimbursement.filters.label')} />
      <Rows view={current} />
      <PageTotals rows={data} />
      <Promises />
      {mayWrite && <OpenedByAddress />}
    </>
  )
}
