import { useRef } from 'react'
import { useListContext } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { Button } from '@mui/material'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useRowKeys } from '../../components/list/useRowKeys.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSession } from '../../session/session.ts'
import { BulkBar } from './BulkBar.tsx'
import { InboxSearch } from './InboxSearch.tsx'
import { ListingFilter } from './ListingFilter.tsx'
import { NoThreads } from './NoThreads.tsx'
import styles from './InboxList.module.css'
import { ThreadItem } from './ThreadItem.tsx'
import { useChosen, type Chosen } from './useChosen.ts'
import { useInboxViews } from './useInboxViews.ts'
import { useNextPlanned } from './useNextPlanned.ts'
import { useStays } from './useStays.ts'
import { useTeam } from '../useTeam.ts'

const ROW_HEIGHT = 106

type Props = { openId: string | undefined; chosen: Chosen }

const Rows = ({ openId, chosen }: Props) => {
  const t = useText()
  const { search } = useLocation()
  const { data = [] } = useListContext<Thread>()
  const listings = useListings(data.map(({ listingId }) => listingId))
  const stays = useStays(data)
  const planned = useNextPlanned(data)
  const team = useTeam()
  const ofAllAccounts = useSession()?.account === null
  const accountOf = useAccountNames(ofAllAccounts ? data.map(({ hostAccountId }) => hostAccountId) : [])
  return (
    <ul>
      {data.map((thread) => (
        <li key={thread.id} className={chosen.choosing ? styles['choosing'] : undefined}>
          {chosen.choosing && (
            <Checkbox
              label={t('thread.bulk.one', { guest: thread.guestName })}
              checked={chosen.has(thread.id)}
              onChange={() => chosen.toggle(thread.id)}
            />
          )}
          <ThreadItem
            thread={thread}
            search={search}
            open={thread.id === openId}
            listing={listings.get(thread.listingId)}
            stay={stays.get(thread.bookingId ?? '')}
            goesOutAt={planned.get(thread.id)}
            account={ofAllAccounts ? accountOf(thread.hostAccountId) : undefined}
            team={team}
          />
        </li>
      ))}
    </ul>
  )
}

const Content = ({ openId, chosen }: Props) => {
  const t = useText()
  const { current } = useInboxViews()
  const { error, isPending, refetch, total } = useListContext<Thread>()
  if (error) return <ErrorState title={t('thread.failed')} error={error} onRetry={() => void refetch()} />
  if (isPending)
    return (
      <div className={styles['loading']} aria-busy="true" role="status">
        <span className="sr">{t('app.loading')}</span>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={ROW_HEIGHT} />
        ))}
      </div>
    )
  if (total === 0) return <NoThreads view={current} />
  return (
    <>
      <Rows openId={openId} chosen={chosen} />
      <TableFooter />
    </>
  )
}

/** Conversations by view: those that wait for an answer first, by deadline. */
export const InboxList = ({ openId }: { openId: string | undefined }) => {
  const t = useText()
  const { tabs } = useInboxViews()
  const chosen = useChosen()
  const mayOrganize = useCan('thread.organize')
  const pane = useRef<HTMLElement>(null)
  useRowKeys(pane, openId === undefined)
  return (
    <section ref={pane} className={styles['list']} aria-label={t('thread.conversations')}>
      <div className={styles['head']}>
        <PageHeader
          title={t('thread.title')}
          actions={
            <>
              {mayOrganize && !chosen.choosing && (
                <Button size="small" onClick={chosen.start}>
                  {t('thread.bulk.start')}
                </Button>
              )}
              <ListingFilter />
            </>
          }
        />
        <InboxSearch />
        <SavedViews label={t('thread.views.label')} views={tabs} />
      </div>
      {chosen.choosing && <BulkBar chosen={chosen} />}
      <Content openId={openId} chosen={chosen} />
    </section>
  )
}
