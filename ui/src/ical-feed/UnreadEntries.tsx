import { formatDay } from '../components/dates/localDate.ts'
import { useText } from '../i18n/text.ts'
import styles from './Feeds.module.css'
import type { Feed } from './useFeeds.ts'

/** The entries of a calendar that aren't imported because they aren't understood, for those who see guests. */
export const UnreadEntries = ({ feed }: { feed: Feed }) => {
  const t = useText()
  const { unread, total, unreadEntries } = feed
  if (unread === 0) return null
  const entries = Array.isArray(unreadEntries) ? unreadEntries : []
  const title = t('icalFeed.unread.title', { count: unread, total })
  return (
    <div className={styles['unread']}>
      <p className="small">
        <span className="strong">{title}</span> {t('icalFeed.unread.text')}
      </p>
      {entries.length > 0 && (
        <ul aria-label={title}>
          {entries.map((entry, index) => (
            <li key={index} className="small">
              <span className="strong">{entry.title ?? t('icalFeed.unread.untitled')}</span>
              {entry.date !== null && <span className="num">, {formatDay(entry.date)}</span>}
              <span className="q">. {t(`icalFeed.unread.problem.${entry.problem}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {unread > entries.length && entries.length > 0 && (
        <p className="small q">{t('icalFeed.unread.more', { smart_count: unread - entries.length })}</p>
      )}
    </div>
  )
}
