import { Navigate, useParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { isOpen, type OpenBooking } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { CancelForm } from './CancelForm.tsx'
import styles from './CancelPage.module.css'
import { CancelRunning } from './CancelRunning.tsx'
import { readFirstName } from './firstName.ts'
import { useBooking } from '../useBooking.ts'
import { useListings } from '../../data/queries/useListings.ts'

/** The booking doesn't exist, or couldn't be loaded. */
const BookingFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useText()
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
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
        <ErrorState title={t('booking.failed')} error={error} onRetry={() => void onRetry()} />
      )}
    </Card>
  )
}

/** The booking is cancelled already, or its status doesn't allow it. */
const NotCancellable = ({ booking }: { booking: OpenBooking }) => {
  const t = useText()
  const done = booking.status === 'cancelled'
  return (
    <Card>
      <EmptyState
        icon={done ? 'check' : 'info'}
        title={t(done ? 'cancel.done' : 'cancel.notNow')}
        text={t(done ? 'cancel.doneText' : 'cancel.notNowText', {
          status: t(`booking.status.${booking.status}`).toLowerCase(),
        })}
        actions={
          <LinkButton filled to={to.booking(booking.id)}>
            {t('cancel.toBooking')}
          </LinkButton>
        }
      />
    </Card>
  )
}

/** The form of a cancellation; once it is sent, the ten minutes in which it can be undone. */
const CancelPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data: booking, error, refetch } = useBooking(id)
  const listing = useListings(booking ? [booking.listingId] : []).get(booking?.listingId ?? '')
  const crumbs = [
    { label: t('booking.list.title'), to: to.bookings() },
    { label: booking?.code ?? t('booking.title'), to: to.booking(id) },
    { label: t('cancel.crumb') },
  ]

  if (error && !booking)
    return (
      <>
        <PageHeader title={t('cancel.title')} crumbs={crumbs} />
        <BookingFailed error={error} onRetry={refetch} />
      </>
    )
  if (!booking)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={420} />
      </div>
    )

  // Every role that can cancel a booking also sees its details.
  if (!isOpen(booking))
    return <Navigate to={to.unauthorized()} replace state={{ capability: 'booking.details' }} />

  const names = { guest: readFirstName(booking.guestName), listing: listing?.title ?? '' }
  if (booking.status === 'cancelling')
    return <CancelRunning booking={booking} crumbs={crumbs} title={t('cancel.runningTitle', names)} />
  return (
    <>
      <PageHeader title={t('cancel.heading', names)} crumbs={crumbs} />
      {booking.status === 'confirmed' || booking.status === 'in_stay' ? (
        <CancelForm booking={booking} listingTitle={names.listing} />
      ) : (
        <NotCancellable booking={booking} />
      )}
    </>
  )
}
export default CancelPage
