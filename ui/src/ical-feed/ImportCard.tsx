import { useState } from 'react'
import { Button } from '@mui/material'
import { useCan } from '../session/session.ts'
import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Icon } from '../components/display/icons.tsx'
import { formatInstant } from '../components/dates/localDate.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { AddFeedDialog } from './AddFeedDialog.tsx'
import { RefreshFeed, ReleaseFeed, RemoveFeed } from './feedActions.tsx'
import styles from './Feeds.module.css'
import { HEALTH_TONES } from './healthTones.ts'
import { UnreadEntries } from './UnreadEntries.tsx'
import { useFeeds, type Feed } from './useFeeds.ts'

const FeedRow = ({ feed, zone, mayWrite }: { feed: Feed; zone: string; mayWrite: boolean }) => {
  const t = useText()
  const { name, source, health, problem, entries, unread, checkedAt } = feed
  const isPartial = health === 'ok' && unread > 0
  return (
    <li>
      <div className={styles['what']}>
        <p>
          <span className="strong">{name}</span> <span className="c">{source}</span>
        </p>
        <p className="small q num">
          {checkedAt === null
            ? t('icalFeed.import.never')
            : t('icalFeed.import.checked', { instant: formatInstant(checkedAt, zone) })}
          {health === 'ok' && `, ${t('icalFeed.import.entries', { smart_count: entries })}`}
        </p>
        {health !== 'ok' && (
          <p className="small">
            {problem !== null && `${t(`icalFeed.problem.${problem}`)} `}
            {t(`icalFeed.healthText.${health}`)}
          </p>
        )}
        {health === 'ok' && problem !== null && <p className="small q">{t(`icalFeed.problem.${problem}`)}</p>}
      </div>
      <div className={styles['side']}>
        <StatusChip tone={isPartial ? 'warn' : HEALTH_TONES[health]} plain={health === 'ok' && !isPartial}>
          {t(isPartial ? 'icalFeed.unread.status' : `icalFeed.health.${health}`)}
        </StatusChip>
      </div>
      <UnreadEntries feed={feed} />
      {mayWrite && (
        <div className={styles['acts']}>
          <RefreshFeed feed={feed} />
          {health === 'quarantined' && <ReleaseFeed feed={feed} />}
          <RemoveFeed feed={feed} />
        </div>
      )}
    </li>
  )
}

/** The calendars that a listing imports: their health, when they were last fetched, and what can be done. */
export const ImportCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayWrite = useCan('feed.write')
  const [adding, setAdding] = useState(false)
  const { data: feeds, error, refetch } = useFeeds(listing.id)
  const add = mayWrite && (
    <Button size="small" onClick={() => setAdding(true)}>
      <Icon name="plus" size={16} />
      {t('icalFeed.import.add')}
    </Button>
  )
  return (
    <Card title={t('icalFeed.import.title')}>
      {error && !feeds ? (
        <ErrorState title={t('icalFeed.import.failed')} error={error} onRetry={() => void refetch()} />
      ) : !feeds ? (
        <div aria-busy="true">
          <Skeleton height={160} />
        </div>
      ) : feeds.length === 0 ? (
        <EmptyState
          icon="calendar"
          title={t('icalFeed.import.none')}
          text={t('icalFeed.import.noneText')}
          actions={add}
        />
      ) : (
        <>
          <ul className={styles['rows']} aria-label={t('icalFeed.import.title')}>
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} zone={listing.timezone} mayWrite={mayWrite} />
            ))}
          </ul>
          <div className={styles['foot']}>
            <span>{t('icalFeed.import.followed')}</span>
            {add}
          </div>
        </>
      )}
      {adding && <AddFeedDialog listing={listing} onClose={() => setAdding(false)} />}
    </Card>
  )
}
