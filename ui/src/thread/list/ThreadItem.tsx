import { Link } from 'react-router-dom'
import { browserZone, formatRange } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Icon } from '../../components/display/icons.tsx'
import type { ListedBooking, Listing, Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useInboxPaths } from '../useInboxPaths.ts'
import { useSession } from '../../session/session.ts'
import { ResponseClock } from '../ResponseClock.tsx'
import type { Team } from '../useTeam.ts'
import { formatWhen } from '../formatWhen.ts'
import styles from './InboxList.module.css'
import { useIsUnread } from '../useIsUnread.ts'

type Props = {
  thread: Thread
  /** The query of the list, which the conversation keeps. */
  search: string
  open: boolean
  listing: Listing | undefined
  stay: ListedBooking | undefined
  /** When its next scheduled message does. */
  goesOutAt: string | undefined
  /** The host's, for staff, who see the conversations of all. */
  account: string | undefined
  team: Team
}

const useLastLine = ({ thread, team }: Pick<Props, 'thread' | 'team'>): string => {
  const t = useText()
  const author = team.authorOf(thread)
  if (thread.lastMessageId === null)
    return t(thread.openRequestId === null ? 'thread.request.over' : 'thread.request.waits')
  const text = thread.lastText
  if (text === null) return t('thread.unsent')
  return author === undefined ? t('thread.quoted', { text }) : t('thread.by', { name: author, text })
}

const Assignee = ({ thread, team }: Pick<Props, 'thread' | 'team'>) => {
  const t = useText()
  const me = useSession()?.user
  const { assignedTo } = thread
  if (assignedTo === null) return null
  const name = team.nameOf(assignedTo)
  return (
    <span className={styles['who']}>
      <Avatar small name={assignedTo === me?.id ? me.name : name} />
      <span className="sr">{t('thread.assignedTo', { name })}</span>
    </span>
  )
}

/** One conversation in the list, as a link. */
export const ThreadItem = ({ thread, search, open, listing, stay, goesOutAt, account, team }: Props) => {
  const t = useText()
  const paths = useInboxPaths()
  const now = useNow(60_000)
  const unread = useIsUnread(thread)
  const line = useLastLine({ thread, team })
  const { guestName, lastMessageAt, starred } = thread
  const dates = stay && formatRange(stay.checkIn, stay.checkOut)
  const place = [account, listing?.title, dates].filter(Boolean).join(', ')
  return (
    <Link
      data-row
      to={paths.thread(thread.id) + search}
      aria-current={open ? 'true' : undefined}
      className={`${styles['item']} ${unread ? styles['unread'] : ''}`}
    >
      <Avatar name={guestName} />
      <span className={`clip ${styles['name']}`}>
        {unread && <span className="sr">{t('thread.unread')}: </span>}
        {guestName}
      </span>
      <span className={`num ${styles['when']}`}>
        {starred && (
          <>
            <Icon name="star" size={14} />
            <span className="sr">{t('thread.starred')}</span>
          </>
        )}
        <time dateTime={lastMessageAt}>{formatWhen(lastMessageAt, browserZone(), now)}</time>
      </span>
      <span className={`small q clip num ${styles['line']}`}>{place}</span>
      <span className={`clip ${styles['line']} ${styles['last']}`}>{line}</span>
      <span className={`${styles['line']} ${styles['foot']}`}>
        {goesOutAt === undefined || thread.dueAt !== null ? (
          <ResponseClock {...thread} />
        ) : (
          <span className="num clip">
            {t('thread.goesOut', { at: formatWhen(goesOutAt, browserZone(), now) })}
          </span>
        )}
        <Assignee thread={thread} team={team} />
      </span>
    </Link>
  )
}
