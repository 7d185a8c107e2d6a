import { nightsBetween, type LocalDate } from '../kernel/dates.ts'
import { sum, type Currency } from '../kernel/money.ts'
import { firstDayOf, isBooked, nightsOfStay, type MonthStay, type PerformanceMonthRow } from './month.ts'
import { countOf, hasNight, listDates, nightsOf, type NightSet } from './nights.ts'
import type { Period } from './period.ts'
import { NIGHT_MARKS, type OpenedStay } from './responses.ts'

type Month = Readonly<{ month: LocalDate; row: Readonly<{ stays: readonly MonthStay[] }> }>
/** A stay behind a figure, without what only the booking knows. */
export type CountedStay = Omit<OpenedStay, 'code' | 'guestName' | 'amountMinor'> &
  Readonly<{ amountMinor: number }>

const describe = ({ bookingId, checkIn, checkOut, leadDays }: MonthStay) => ({
  bookingId,
  checkIn,
  checkOut,
  leadDays,
  nightsInAll: nightsBetween(checkIn, checkOut),
})

const amountIn = (month: LocalDate, stay: MonthStay, within: NightSet, currency: Currency): number => {
  if (stay.currency !== currency) return 0
  const first = firstDayOf(month, stay)
  return sum(stay.amounts.filter((_amount, night) => hasNight(within, first + night + 1)))
}

/** The same stay in several months is one. */
const joinMonths = (parts: readonly CountedStay[]): readonly CountedStay[] => {
  const stays = new Map<string, CountedStay>()
  for (const part of parts) {
    const known = stays.get(part.bookingId)
    stays.set(
      part.bookingId,
      known
        ? {
            ...known,
            nights: known.nights + part.nights,
            sharedNights: known.sharedNights + part.sharedNights,
            amountMinor: known.amountMinor + part.amountMinor,
          }
        : part,
    )
  }
  return [...stays.values()].toSorted((one, other) => (one.checkIn < other.checkIn ? -1 : 1))
}

/** The stays of one listing that have a night in the period, with these nights; a shared night counts for the first. */
export const countByNight = (
  months: readonly Month[],
  period: Period,
  currency: Currency,
): readonly CountedStay[] =>
  joinMonths(
    months.flatMap(({ month, row }) => {
      const within = nightsOf(month, period)
      let taken: NightSet = 0
      return row.stays
        .filter((stay) => isBooked(stay))
        .flatMap((stay) => {
          const nights = nightsOfStay(month, stay) & within
          const shared = nights & taken
          taken |= nights
          return nights === 0
            ? []
            : [
                {
                  ...describe(stay),
                  nights: countOf(nights & ~shared),
                  sharedNights: countOf(shared),
                  amountMinor: amountIn(month, stay, within, currency),
                },
              ]
        })
    }),
  )

/** The stays of one listing that begin in the period, with all their nights. */
export const countByCheckIn = (
  months: readonly Month[],
  { from, to }: Period,
  currency: Currency,
): readonly CountedStay[] =>
  joinMonths(
    months.flatMap(({ month, row }) =>
      row.stays
        .filter((stay) => isBooked(stay) && stay.checkIn >= from && stay.checkIn < to)
        // In the month of its check-in; the later ones hold the same stay.
        .filter((stay) => stay.checkIn >= month)
        .map((stay) => ({
          ...describe(stay),
          nights: nightsBetween(stay.checkIn, stay.checkOut),
          sharedNights: 0,
          amountMinor: stay.currency === currency ? stay.totalMinor : 0,
        })),
    ),
  )

/** What each night of the period is, as one of `NIGHT_MARKS`. */
export const markNights = (
  months: readonly Readonly<{
    month: LocalDate
    row: Pick<PerformanceMonthRow, 'guest' | 'owner' | 'blocked'>
    live: NightSet
  }>[],
  period: Period,
): string =>
  months
    .flatMap(({ month, row, live }) =>
      listDates(month, nightsOf(month, period)).map((date) => {
        const day = Number(date.slice(8))
        if (hasNight(row.guest, day)) return NIGHT_MARKS.guest
        if (!hasNight(live, day)) return NIGHT_MARKS.off
        if (hasNight(row.owner, day)) return NIGHT_MARKS.owner
        return hasNight(row.blocked, day) ? NIGHT_MARKS.blocked : NIGHT_MARKS.open
      }),
    )
    .join('')
