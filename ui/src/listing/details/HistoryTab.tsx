import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { History } from '../../components/display/History.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useListingHistory } from '../../data/queries/useListingHistory.ts'
import styles from './Details.module.css'
import { joinEqual } from './joinEqual.ts'
import { VersionsCard } from './VersionsCard.tsx'

const TimelineCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { data, error, refetch } = useListingHistory(listing.id)
  return (
    <Card title={t('listingDetails.timeline')}>
      {error && !data ? (
        <ErrorState title={t('listings.historyFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles['body']} aria-busy="true">
          <Skeleton height={320} />
        </div>
      ) : (
        <History
          entries={joinEqual(data, (text, count) =>
            t('listingDetails.times', { text: text.replace(/\.$/, ''), count }),
          )}
          zone={listing.timezone}
        />
      )}
    </Card>
  )
}

/** Every version of the listing's content, with its changes and a way to restore it; and the timeline. */
export const HistoryTab = ({ listing }: { listing: Listing }) => (
  <div className={styles['cols']}>
    <VersionsCard listing={listing} />
    <TimelineCard listing={listing} />
  </div>
)
