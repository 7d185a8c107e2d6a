import { Link } from 'react-router-dom'
import { formatRange, zoneName } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import { StayDates } from '../components/display/StayDates.tsx'
import { BookingStatusChip } from '../components/status/BookingStatusChip.tsx'
import { useClaimWindow } from '../data/queries/useClaimWindow.ts'
import { useListings } from '../data/queries/useListings.ts'
import type { Booking } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { GuestEmailFact } from './email/GuestEmail.tsx'
import { OfferButton } from '../offer/OfferButton.tsx'
import { useMayOffer } from '../offer/useMayOffer.ts'
import styles from './StayPanel.module.css'
import { useStay } from './useStay.ts'

type Props = { bookingId: string }

const Facts = ({ booking }: { booking: Booking }) => {
  const t = useText()
  // The stay may have moved from the home of the conversation to another.
  const listing = useListings([booking.listingId]).get(booking.listingId)
  const mayOffer = useMayOffer(booking)
  const { id, code, checkIn, checkOut, nights, guests, hostPayoutMinor, currency, snapshot } = booking
  const mayClaim = useClaimWindow(booking)
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('thread.stayIn', { listing: listing?.title ?? '', zone: zoneName(snapshot.timezone) })}</dt>
        <dd>
          <StayDates start={checkIn} end={checkOut} />
          <small>{t('booking.nightCount', { smart_count: nights })}</small>
        </dd>
      </div>
      {guests !== null && (
        <div>
          <dt>{t('thread.guests')}</dt>
          <dd className="num">{guests}</dd>
        </div>
      )}
      <GuestEmailFact booking={booking} />
      {hostPayoutMinor !== null && (
        <div>
          <dt>{t('thread.youReceive')}</dt>
          <dd>
            <Money amountMinor={hostPayoutMinor} currency={currency} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('thread.booking')}</dt>
        <dd className={styles['booking']}>
          <Link className="link" to={to.booking(id)}>
            {code ?? t('thread.openBooking')}
          </Link>
          <BookingStatusChip booking={booking} />
          {mayClaim && (
            <Link className="link" to={to.newClaim({ booking: id, listing: listing?.id })}>
              {t('thread.claim')}
            </Link>
          )}
        </dd>
      </div>
      {mayOffer && (
        <div>
          <dt className="sr">{t('thread.offer')}</dt>
          <dd>
            <OfferButton bookingId={id} label={t('thread.offer')} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The stay that the conversation is about, beside it. */
export const StayPanel = ({ bookingId }: Props) => {
  const t = useText()
  const booking = useStay(bookingId)
  return (
    <aside className={styles['panel']} aria-label={t('thread.stay')}>
      <h2>{t('thread.stay')}</h2>
      {booking && <Facts booking={booking} />}
    </aside>
  )
}

/** The same above the messages, where there is no room beside them. */
export const StayFold = ({ bookingId }: Props) => {
  const booking = useStay(bookingId)
  if (!booking) return null
  return (
    <details className={styles['fold']}>
      <summary className="num">{formatRange(booking.checkIn, booking.checkOut)}</summary>
      <Facts booking={booking} />
    </details>
  )
}
