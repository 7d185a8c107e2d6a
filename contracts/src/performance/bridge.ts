import { sum } from '../kernel/money.ts'
import type { CountedStay } from './openedStays.ts'
import type { Period } from './period.ts'
import type { BridgeCode } from './responses.ts'

/** What one stay contributes to a line of a bridge; minor units. */
export type BridgePart = Readonly<{ code: BridgeCode; bookingId: string; amountMinor: number }>
type Counted = Pick<CountedStay, 'bookingId' | 'checkIn' | 'amountMinor'>

const withoutZero = (parts: readonly BridgePart[]) => parts.filter(({ amountMinor }) => amountMinor !== 0)

/** From revenue by night to revenue by check-in (docs/domain/performance.md#bridge). */
export const bridgeToCheckIn = (
  byNight: readonly Counted[],
  byCheckIn: readonly Counted[],
  { from }: Pick<Period, 'from'>,
): readonly BridgePart[] => {
  const nights = new Map(byNight.map(({ bookingId, amountMinor }) => [bookingId, amountMinor]))
  return withoutZero([
    ...byNight
      .filter(({ checkIn }) => checkIn < from)
      .map(({ bookingId, amountMinor }) => ({
        code: 'checked_in_before' as const,
        bookingId,
        amountMinor: -amountMinor,
      })),
    ...byCheckIn.map(({ bookingId, amountMinor }) => ({
      code: 'nights_after' as const,
      bookingId,
      amountMinor: amountMinor - (nights.get(bookingId) ?? 0),
    })),
  ])
}

/** How a stay stands, as far as a bridge needs it. */
export type StayEnd = 'standing' | 'canceled' | 'no_show'

const classify = (end: StayEnd, differenceMinor: number): BridgeCode =>
  end === 'standing' ? (differenceMinor < 0 ? 'not_paid' : 'paid_for_others') : end

/** From revenue by night to what was paid for nights in the period, stay by stay. */
export const bridgeToPayout = (
  byNight: readonly Counted[],
  paid: ReadonlyMap<string, number>,
  readEnd: (bookingId: string) => StayEnd,
): readonly BridgePart[] => {
  const nights = new Map(byNight.map(({ bookingId, amountMinor }) => [bookingId, amountMinor]))
  return withoutZero(
    [...new Set([...nights.keys(), ...paid.keys()])].map((bookingId) => {
      const amountMinor = (paid.get(bookingId) ?? 0) - (nights.get(bookingId) ?? 0)
      return { code: classify(readEnd(bookingId), amountMinor), bookingId, amountMinor }
    }),
  )
}

export const sumParts = (parts: readonly BridgePart[]): number =>
  sum(parts.map(({ amountMinor }) => amountMinor))
