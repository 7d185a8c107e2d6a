import { useParams, useSearchParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { to } from '../../navigation/paths.ts'
import styles from './BookingPage.module.css'
import { BookingView } from './BookingView.tsx'
import { useBooking, useBookingAsOf } from '../useBooking.ts'

/**
 * One booking on one page: facts, nights, money, guest, history; `?asOf=` shows it as it was at an instant.
 */
const BookingPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const asOf = search.get('asOf')
  const now = useBooking(id)
  const past = useBookingAsOf(id, asOf)
  const shown = asOf === null ? now.data : past.data

  if (now.error && !now.data) {
    const missing = readStatus(now.error) === 404 || readStatus(now.error) === 422
    return (
      <>
        <PageHeader
          title={t('booking.title')}
          crumbs={[
            { label: t('booking.list.title'), to: to.bookings() },
            { label: missing ? t('booking.unknown') : t('booking.title') },
          ]}
        />
        <Card>
          {missing ? (
            <EmptyState
              icon="search"
              title={t('booking.unknown')}
              text={t('problems.NOT_FOUND')}
              actions={
                <LinkButton filled to={to.bookings()}>
                  {t('booking.toList')}
                </LinkButton>
              }
            />
          ) : (
            <ErrorState title={t('booking.failed')} error={now.error} onRetry={() => void now.refetch()} />
          )}
        </Card>
      </>
    )
  }
  if (past.error)
    return (
      <Card>
        <PageHeader title={t('booking.title')} />
        <ErrorState title={t('booking.pastFailed')} error={past.error} onRetry={() => void past.refetch()} />
      </Card>
    )
  if (!now.data || !shown)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={88} />
        <Skeleton height={136} />
        <Skeleton height={360} />
      </div>
    )
  return <BookingView booking={shown} now={now.data} asOf={asOf} />
}
export default BookingPage
