import type { BookingPrice, BookingSnapshot } from '../booking/money.ts'
import { bookingMoney } from '../booking/rules/bookingMoney.ts'
import type { Cancellable } from '../booking/rules/cancelStay.ts'
import { addDays, addHours, listNights, type Instant, type LocalDate } from '../kernel/dates.ts'
import { sum } from '../kernel/money.ts'
import type { CancellationPolicyCode } from '../policy/terms.ts'
import { FIRST_POLICIES } from '../policy/versions.ts'

/** A snapshot without a clock change in the stay: each night begins 24 hours after the one before. */
export const createSnapshot = (
  checkInInstant: Instant,
  nights: number,
  code: CancellationPolicyCode,
  model: 'self_managed' | 'full_service' = 'self_managed',
): BookingSnapshot => {
  const terms = FIRST_POLICIES.cancellation.body[code]
  if (terms === undefined) throw new Error(`No terms for ${code}`)
  return {
    timezone: 'America/New_York',
    checkInTime: '15:00',
    checkOutTime: '11:00',
    checkInInstant,
    checkOutInstant: addHours(checkInInstant, nights * 24 - 4),
    nightInstants: Array.from({ length: nights }, (_, night) => addHours(checkInInstant, night * 24)),
    cancellation: { code, version: 1, terms },
    hostCancellation: { version: 1, terms: FIRST_POLICIES.hostCancellation.body },
    fee: { model, bps: FIRST_POLICIES.platformFee.body[model], version: 1 },
  }
}

/** A price whose total adds up: `nightly` amounts from `checkIn` on, and the other parts given. */
export const createPrice = (
  checkIn: LocalDate,
  nightly: readonly number[],
  more: Partial<BookingPrice> = {},
): BookingPrice => {
  const parts = {
    cleaningMinor: 0,
    petMinor: 0,
    extraGuestMinor: 0,
    discountMinor: 0,
    guestServiceFeeMinor: 0,
    taxes: [],
    currency: 'USD' as const,
    ...more,
  }
  const dates = listNights(checkIn, addDays(checkIn, nightly.length))
  return {
    ...parts,
    nightly: dates.map((date, index) => ({ date, amountMinor: nightly[index] ?? 0 })),
    guestTotalMinor:
      sum(nightly) +
      parts.cleaningMinor +
      parts.petMinor +
      parts.extraGuestMinor +
      parts.discountMinor +
      parts.guestServiceFeeMinor +
      sum(parts.taxes.map((tax) => tax.amountMinor)),
  }
}

/**
 * Booking X of docs/domain/booking.md#example: five nights in New York, 1,000.00 and cleaning 120.00, 10 %
 * tax on both, confirmed 1 May 2026.
 */
export const bookingX = (code: CancellationPolicyCode): Cancellable => {
  const tax = {
    code: 'OCC',
    jurisdiction: 'New York',
    kind: 'percent',
    base: 'nights_cleaning',
    bps: 1_000,
    unitMinor: 0,
    amountMinor: 11_200,
    remitter: 'platform',
  } as const
  const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 5, code)
  const price = createPrice('2026-07-10', [20_000, 20_000, 20_000, 20_000, 20_000], {
    cleaningMinor: 12_000,
    taxes: [tax],
  })
  return { money: bookingMoney(price, snapshot.fee), snapshot, confirmedAt: '2026-05-01T12:00:00.000Z' }
}
export * from './completeFacts.ts'
export * from './booking.ts'
