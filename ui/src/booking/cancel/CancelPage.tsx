import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isOpen, type OpenBooking } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import { CancelForm } from './CancelForm.tsx'
import styles from './CancelPage.module.css'
import { CancelRunning } from './CancelRunning.tsx'
import { readFirstName } from './firstName.ts'
import { BookingFailed } from '../BookingFailed.tsx'
import { Kept } from './Kept.tsx'
import { useBooking } from '../useBooking.ts'
import { useListings } from '../../data/queries/useListings.ts'
import './texts.ts'

/** The stay has started, is cancelled already, or its status doesn't allow a cancellation. */
const NotCancellable = ({ booking, started }: { booking: OpenBooking; started: boolean }) => {
  const t = useText()
  const done = booking.status === 'cancelled'
  if (started)
    return (
      <Card>
        <EmptyState
          icon="info"
          title={t('cancel.started')}
          text={t('cancel.startedText', { guest: readFirstName(booking.guestName) })}
          actions={
            <LinkButton filled to={to.booking(booking.id)}>
              {t('cancel.toBooking')}
            </LinkButton>
          }
        />
      </Card>
    )
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

const UPCOMING: readonly string[] = ['confirmed', 'overbooked']

/** The form of a cancellation; once it is sent, the ten minutes in which it can be undone. */
const CancelPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const now = useNow(10_000)
  // A booking that stands after its cancellation was seen here has been kept.
  const [begun, setBegun] = useState(false)
  const { data: booking, error, refetch } = useBooking(id)
  const listing = useListings(booking ? [booking.listingId] : []).get(booking?.listingId ?? '')
  const crumbs = [
    { label: t('booking.list.title'), to: to.bookings() },
    { label: booking?.code ?? t('booking.title'), to: to.booking(id) },
    { label: t('cancel.crumb') },
  ]

  if (booking?.status === 'cancelling' && !begun) setBegun(true)
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

  const upcoming = UPCOMING.includes(booking.status)
  const started = now >= Date.parse(booking.checkInInstant) && (upcoming || booking.status === 'in_stay')
  const names = { guest: readFirstName(booking.guestName), listing: listing?.title ?? '' }
  if (booking.status === 'cancelling')
    return <CancelRunning booking={booking} crumbs={crumbs} title={t('cancel.runningTitle', names)} />
  return (
    <>
      <PageHeader title={t('cancel.heading', names)} crumbs={crumbs} />
      {upcoming && !started && begun ? (
        <Kept booking={booking} onAgain={() => setBegun(false)} />
      ) : upcoming && !started ? (
        <CancelForm booking={booking} listingTitle={names.listing} />
      ) : (
        <NotCancellable booking={booking} started={started} />
      )}
    </>
  )
}
export default CancelPage
