import { addDays, addMonths, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { Period } from './period.ts'

/**
 * Nights of one calendar month as bits: bit n is the night of day n + 1. A month has at most 31 nights, so they
 * fit a positive number of 32 bits.
 */
export type NightSet = number

export const startOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`
export const endOfMonth = (month: LocalDate): LocalDate => addMonths(month, 1)

/** The first days of the months that the period touches. */
export const listMonths = ({ from, to }: Period): readonly LocalDate[] => {
  const months: LocalDate[] = []
  for (let month = startOfMonth(from); month < to; month = endOfMonth(month)) months.push(month)
  return months
}

const bitsBelow = (count: number): NightSet => (count >= 31 ? 0x7fffffff : (1 << count) - 1)

const FOREVER: LocalDate = '9999-12-31'
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Without dates: a page computes it for each listing and month. */
const countDays = (month: LocalDate): number => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return number === 2 && isLeap ? 29 : (DAYS[number - 1] ?? 0)
}

/** The nights of the month before the date. */
const nightsBefore = (month: LocalDate, date: LocalDate): NightSet => {
  if (date <= month) return 0
  return bitsBelow(date.startsWith(month.slice(0, 7)) ? Number(date.slice(8)) - 1 : countDays(month))
}

/** The nights of the period that lie in the month. */
export const nightsOf = (month: LocalDate, { from, to }: Period): NightSet =>
  nightsBefore(month, to) & ~nightsBefore(month, from)

/** Adds the bits in pairs, then in fours and eights. */
export const countOf = (nights: NightSet): number => {
  const pairs = nights - ((nights >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const hasNight = (nights: NightSet, day: number): boolean => (nights & (1 << (day - 1))) !== 0

/**
 * A listing went live or stopped, on `on` or at the instant `at`; what is recorded later holds from its own date
 * on, whatever was planned before.
 */
export type LiveChange = Readonly<{ at: Instant; on: LocalDate | null; live: boolean }>
/** Half-open; null: until further notice. */
export type LiveSpan = Readonly<{ from: LocalDate; to: LocalDate | null }>

/**
 * The days on which a listing was live, and as planned will be. The night of the day on which it goes live is
 * the first, the night of the day on which it stops is not in it.
 */
export const readLiveSpans = (
  changes: readonly LiveChange[],
  toLocalDate: (at: Instant) => LocalDate,
): readonly LiveSpan[] =>
  changes.reduce<readonly LiveSpan[]>((spans, { at, on, live }) => {
    const date = on ?? toLocalDate(at)
    const last = spans.at(-1)
    if (live && last?.to === null && last.from <= date) return spans
    const before = spans.flatMap(({ from, to }) =>
      from >= date ? [] : [{ from, to: to === null || to > date ? date : to }],
    )
    const touching = before.at(-1)
    if (!live) return before
    return touching?.to === date
      ? [...before.slice(0, -1), { from: touching.from, to: null }]
      : [...before, { from: date, to: null }]
  }, [])

export const liveNightsOf = (month: LocalDate, spans: readonly LiveSpan[]): NightSet =>
  spans.reduce(
    (nights, { from, to }) => nights | (nightsBefore(month, to ?? FOREVER) & ~nightsBefore(month, from)),
    0,
  )

/** Every night of a set as its date. */
export const listDates = (month: LocalDate, nights: NightSet): readonly LocalDate[] =>
  Array.from({ length: 31 }, (_, day) => day)
    .filter((day) => hasNight(nights, day + 1))
    .map((day) => addDays(month, day))
