import type { ReactNode } from 'react'
import { readQuotedBooking, refundStages } from '@hearth/contracts/booking'
import type { Booking, Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import {
  formatInstant,
  formatRange,
  wallClock,
  zoneName,
  nightsBetween,
} from '../../components/dates/localDate.ts'
import { formatTime } from '../../components/dates/timeOfDay.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { useNow } from '../../components/dates/useNow.ts'
import styles from './BookingPage.module.css'
import { useFormatParty } from './usePartyText.ts'
import { usePayoutFact } from './usePayoutFact.tsx'

type Props = {
  booking: Booking
  now: Booking
  listing: Listing | undefined
  past: boolean
  at: string | undefined
}

const Fact = ({
  term,
  value,
  detail,
  was,
}: {
  term: string
  value: ReactNode
  detail?: ReactNode
  was?: string | undefined
}) => (
  <div>
    <dt>{term}</dt>
    <dd className="num">
      {value}
      {was === undefined ? (
        detail !== undefined && <small>{detail}</small>
      ) : (
        <small className={styles['was']}>{was}</small>
      )}
    </dd>
  </div>
)

/**
 * What the guest would get back by cancelling, and until when; after a cancellation, what they got back.
 * Nothing after the stay.
 */
const useRefundFact = (booking: Booking, at: string | undefined) => {
  const { status, snapshot, outcome, currency, cancelledAt, checkOutInstant } = booking
  const t = useText()
  const format = useFormatDeadline()
  const instant = useNow(60_000)
  const when = at ?? new Date(instant).toISOString()
  const term = t('booking.ifGuestCancels', { policy: snapshot.cancellation.terms.label.toLowerCase() })
  if (outcome && (status === 'cancelled' || status === 'cancelling' || status === 'no_show')) {
    return {
      term: t('booking.guestGetsBack'),
      value: moneyText(outcome.refundTotalMinor, currency),
      detail: cancelledAt
        ? t('booking.cancelledOn', { instant: formatInstant(cancelledAt, snapshot.timezone) })
        : undefined,
    }
  }
  if (when >= checkOutInstant || status === 'checked_out' || status === 'completed') return undefined
  const quoted = readQuotedBooking(booking)
  if (quoted === undefined) return undefined
  const [stage] = refundStages(quoted, when)
  if (!stage) return { term, value: t('booking.begun'), detail: t('booking.begunDetail') }
  const dayOf = (instant: string) => wallClock(instant, snapshot.timezone).date
  const days = nightsBetween(dayOf(when), dayOf(stage.until))
  return {
    term,
    value: days > 1 ? t('booking.forDays', { what: stage.label, smart_count: days }) : stage.label,
    detail: t('booking.until', { day: format(stage.until, snapshot.timezone) }),
  }
}

export const Facts = ({ booking, now, listing, past, at }: Props) => {
  const t = useText()
  const party = useFormatParty()
  const refund = useRefundFact(booking, at)
  const payout = usePayoutFact(booking, past)
  const { snapshot, checkIn, checkOut, nights, guests, hostPayoutMinor, currency } = booking
  const moved = past && (now.checkIn !== checkIn || now.checkOut !== checkOut)
  const paid = past && now.hostPayoutMinor !== hostPayoutMinor && now.hostPayoutMinor !== null
  return (
    <dl className={styles['facts']}>
      <Fact
        term={t('booking.stayIn', { zone: zoneName(snapshot.timezone) })}
        value={<StayDates start={checkIn} end={checkOut} />}
        detail={t('booking.times', {
          smart_count: nights,
          from: formatTime(snapshot.checkInTime),
          by: formatTime(snapshot.checkOutTime),
        })}
        was={moved ? t('booking.nowIs', { what: formatRange(now.checkIn, now.checkOut) }) : undefined}
      />
      {guests !== null && booking.party !== null && (
        <Fact
          term={t('booking.guests')}
          value={listing ? t('booking.guestsOf', { guests, max: listing.maxGuests }) : guests}
          detail={party(booking.party)}
          was={
            past && now.guests !== guests && now.party !== null
              ? t('booking.nowIs', { what: `${now.guests}: ${party(now.party)}` })
              : undefined
          }
        />
      )}
      {payout !== undefined && (
        <Fact
          {...payout}
          was={paid ? t('booking.nowIs', { what: moneyText(now.hostPayoutMinor ?? 0, currency) }) : undefined}
        />
      )}
      {refund !== undefined && <Fact {...refund} />}
    </dl>
  )
}
