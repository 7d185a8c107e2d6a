import { formatAmount } from '@hearth/contracts/kernel/money'
import type { ListedBooking } from '../../data/records/records.ts'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Money } from '../../components/display/Money.tsx'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import { formatInstant, formatRange } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { readFirstName } from '../cancel/firstName.ts'
import { useQuote } from '../cancel/useQuote.ts'
import { MoveButton } from '../move/MoveButton.tsx'
import styles from './OverbookingPage.module.css'

/** What the host's cancellation would cost now, with its two parts, and what the guest gets back. */
const CancellationCost = ({ booking }: { booking: ListedBooking }) => {
  const t = useText()
  const { data: quote, isError } = useQuote(booking.id)
  const now = quote?.scenarios.find(({ key }) => key === 'now')
  if (!now)
    return (
      <div>
        <dt>{t('overbooking.cost')}</dt>
        <dd>{isError ? t('overbooking.costFailed') : '…'}</dd>
      </div>
    )
  const { hostFeeMinor, hostPayoutMinor, refundTotalMinor } = now.outcome
  const lostMinor = (booking.hostPayoutMinor ?? 0) - hostPayoutMinor
  return (
    <>
      <div>
        <dt>{t('overbooking.cost')}</dt>
        <dd className="num">
          <b>
            <Money amountMinor={hostFeeMinor + lostMinor} currency={booking.currency} />
          </b>
          <small>
            {t('overbooking.fee', {
              fee: formatAmount(hostFeeMinor, booking.currency),
              lost: formatAmount(lostMinor, booking.currency),
            })}
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('overbooking.refund')}</dt>
        <dd className="num">
          <Money amountMinor={refundTotalMinor} currency={booking.currency} />
        </dd>
      </div>
    </>
  )
}

const CancelAction = ({ booking, guest }: { booking: ListedBooking; guest: string }) => {
  const t = useText()
  const mayCancel = useCan('booking.cancel')
  const started = useNow(60_000) >= Date.parse(booking.checkInInstant)
  if (!mayCancel) return null
  if (booking.status === 'cancelling')
    return <LinkButton to={to.cancelBooking(booking.id)}>{t('overbooking.running')}</LinkButton>
  if (started) return <p className="small c">{t('overbooking.started')}</p>
  return (
    <LinkButton color="error" to={to.cancelBooking(booking.id)}>
      {t('overbooking.cancel', { guest })}
    </LinkButton>
  )
}

/** One of the stays for the same nights: who, when, from where, and what its cancellation would cost. */
export const StayCard = ({ booking }: { booking: ListedBooking }) => {
  const t = useText()
  const seesMoney = useCan('booking.money') && booking.hostPayoutMinor !== null
  const guest = booking.guestName === null ? t('app.guest') : readFirstName(booking.guestName)
  const waiting = booking.status === 'overbooked' || booking.statusBefore === 'overbooked'
  return (
    <Card title={booking.guestName ?? t('app.guest')} action={<BookingStatusChip booking={booking} filled />}>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('overbooking.dates')}</dt>
          <dd className="num">
            {formatRange(booking.checkIn, booking.checkOut)}
            <small>{t('booking.nightCount', { smart_count: booking.nights })}</small>
          </dd>
        </div>
        {booking.guests !== null && (
          <div>
            <dt>{t('overbooking.guests')}</dt>
            <dd className="num">{booking.guests}</dd>
          </div>
        )}
        <div>
          <dt>{t('overbooking.bookedOn')}</dt>
          <dd className="num">
            {t(`booking.source.${booking.source}`)}
            <small>{formatInstant(booking.confirmedAt, booking.snapshot.timezone)}</small>
          </dd>
        </div>
        {seesMoney && (
          <div>
            <dt>{t('overbooking.receive')}</dt>
            <dd className="num">
              <Money amountMinor={booking.hostPayoutMinor ?? 0} currency={booking.currency} />
            </dd>
          </div>
        )}
        {seesMoney && booking.status !== 'cancelling' && <CancellationCost booking={booking} />}
      </dl>
      <footer className={styles['foot']}>
        <p className={`small c ${styles['state']}`}>
          {t(waiting ? 'overbooking.waits' : 'overbooking.hasNights')}
        </p>
        <LinkButton to={to.booking(booking.id)}>{t('overbooking.toBooking')}</LinkButton>
        <MoveButton booking={booking} />
        <CancelAction booking={booking} guest={guest} />
      </footer>
    </Card>
  )
}
