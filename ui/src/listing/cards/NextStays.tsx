import { Link } from 'react-router-dom'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { todayIn } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from '../page/ListingPage.module.css'
import { useNextStays } from '../useNextStays.ts'

const SHOWN = 5

/** The next stays. */
export const NextStays = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { data, error, refetch } = useNextStays(listing.id, todayIn(listing.timezone), SHOWN)
  const all = to.bookings({
    filter: JSON.stringify({ listingId: listing.id }),
    sort: 'checkIn',
    order: 'DESC',
    page: '1',
    perPage: '25',
  })
  return (
    <Card
      title={t('listings.stays')}
      action={
        <Link className="link small" to={all}>
          {t('listings.allStays')}
        </Link>
      }
    >
      {error && !data ? (
        <ErrorState title={t('listings.staysFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles['body']}>
          <Skeleton height={180} />
        </div>
      ) : data.length === 0 ? (
        <p className={styles['empty']}>{t('listings.noStays')}</p>
      ) : (
        <ul className={styles['stays']}>
          {data.map((stay) => (
            <li key={stay.id}>
              <span className={styles['row']}>
                <Link to={to.booking(stay.id)}>{stay.guestName ?? t('app.guest')}</Link>
                <BookingStatusChip booking={stay} />
              </span>
              <span className={styles['row']}>
                <span className="q">
                  <StayDates start={stay.checkIn} end={stay.checkOut} />
                </span>
                {stay.hostPayoutMinor !== null && (
                  <Money amountMinor={stay.hostPayoutMinor} currency={stay.currency} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
