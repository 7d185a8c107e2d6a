import { useMediaQuery } from '@mui/material'
import { useListContext } from 'react-admin'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { useCards } from '../components/list/useCards.ts'
import type { Thread } from '../data/records/records.ts'
import { useSession } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import styles from './Inbox.module.css'
import { InboxList } from './list/InboxList.tsx'
import { ThreadPane } from './ThreadPane.tsx'
import { useInboxPaths } from './useInboxPaths.ts'
import { UNASKED } from './useMarkRead.ts'

/**
 * Beside the list while nothing is open: the first conversation, which stays unread until it is chosen. Staff
 * choose: what they read is logged.
 */
const NothingOpen = () => {
  const t = useText()
  const paths = useInboxPaths()
  const { search } = useLocation()
  const { data, isFetching } = useListContext<Thread>()
  const session = useSession()
  const isHost = session !== undefined && session.account !== null && session.impersonation === null
  const [first] = isHost ? (data ?? []) : []
  if (useMediaQuery('(min-width: 941px)') && first !== undefined && !isFetching)
    return <Navigate replace to={paths.thread(first.id) + search} state={UNASKED} />
  return (
    <div className={styles['pick']}>
      <EmptyState icon="inbox" title={t('thread.pick')} text={t('thread.pickText')} />
    </div>
  )
}

/** The list beside the open conversation; where there is no room for both, one of them. */
export const Inbox = () => {
  const { id } = useParams()
  const single = useCards()
  // One tree for both: a form in the conversation stays open when a tablet is turned.
  return (
    <div className={single ? undefined : styles['inbox']}>
      {!(single && id !== undefined) && <InboxList openId={id} />}
      {id !== undefined && <ThreadPane key={id} id={id} single={single} />}
      {id === undefined && !single && <NothingOpen />}
    </div>
  )
}
