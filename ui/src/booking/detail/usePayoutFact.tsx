import { Link } from 'react-router-dom'
import type { ExplainedEntry } from '@hearth/contracts/ledger'
import type { Booking } from '../../data/records/records.ts'
import { useEarnings, usePayoutsOf } from '../../data/queries/useEarnings.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'

const findLastDay = (entries: readonly ExplainedEntry[]) =>
  entries
    .flatMap(({ settledOn }) => settledOn ?? [])
    .toSorted()
    .at(-1) ?? ''

/** When and in which payout the money was paid; undefined while some of it is open. */
const usePaid = (bookingId: string, past: boolean) => {
  const t = useText()
  const { data } = useEarnings(bookingId, !past)
  const entries = data?.entries ?? []
  const payouts = usePayoutsOf(entries)
  if (past || entries.length === 0 || entries.some(({ state }) => state === 'open')) return undefined
  const ids = [...new Set(entries.flatMap(({ payoutId }) => payoutId ?? []))]
  const [payout] = ids.flatMap((id) => payouts.get(id) ?? [])
  const link = payout && (
    <Link className="link nowrap" to={to.payouts({ payout: payout.id })}>
      {payout.code}
    </Link>
  )
  if (entries.some(({ state }) => state !== 'settled'))
    return (
      <>
        {t('booking.onItsWay')} {link}
      </>
    )
  const day = formatDay(findLastDay(entries))
  if (ids.length > 1) return t('booking.paidInParts', { smart_count: ids.length, day })
  if (payout === undefined) return t('booking.paidOn', { day })
  return (
    <>
      {t('booking.paidIn', { day })} {link} {t('booking.paidTo', { last4: payout.methodLast4 ?? '' })}
    </>
  )
}

/** What the host receives, and when it is or was paid, or why it is not; nothing where amounts are not seen. */
export const usePayoutFact = (booking: Booking, past: boolean) => {
  const t = useText()
  const { id, status, hostPayoutMinor, currency, payableAt, snapshot } = booking
  const paid = usePaid(id, past)
  const term = t('booking.list.columns.receive')
  if (hostPayoutMinor === null) return undefined
  const value = <Money amountMinor={hostPayoutMinor} currency={currency} />
  if (status === 'cancelling') return { term, value, detail: t('booking.ifKept') }
  if (hostPayoutMinor < 0) return { term, value, detail: t('booking.owed') }
  if (hostPayoutMinor === 0) return { term, value, detail: t('booking.notPaid') }
  const day = formatDay(wallClock(payableAt, snapshot.timezone).date)
  return { term, value, detail: paid ?? t('booking.payableFrom', { day }) }
}
