import { useState } from 'react'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useListingHistory } from '../../data/queries/useListingHistory.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { History } from '../../components/display/History.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './ListingPage.module.css'

const FIRST_SHOWN = 8

/** What happened to the listing, newest first. */
export const HistoryCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useListingHistory(listing.id)
  return (
    <Card title={t('listings.history')} note={data && t('booking.events', { smart_count: data.length })}>
      {error && !data ? (
        <ErrorState title={t('listings.historyFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles['body']}>
          <Skeleton height={240} />
        </div>
      ) : data.length === 0 ? (
        <p className={styles['empty']}>{t('listings.noHistory')}</p>
      ) : (
        <>
          <History entries={all ? data : data.slice(0, FIRST_SHOWN)} zone={listing.timezone} />
          {!all && data.length > FIRST_SHOWN && (
            <p className={styles['empty']} style={{ paddingTop: 0 }}>
              <button type="button" className="link small" onClick={() => setAll(true)}>
                {t('listings.allHistory', { smart_count: data.length })}
              </button>
            </p>
          )}
        </>
      )}
    </Card>
  )
}
