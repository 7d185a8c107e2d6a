import { addDays, listNights, weekday, type LocalDate } from '@hearth/contracts/kernel/dates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBody, TODAY, writeLines } from './testing/calendars.ts'
import { createMinutes, type Minutes } from './testing/minutes.ts'

const RUNS = Number(process.env['SERIES'] ?? 40)
const ZONES = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Asia/Tehran',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'UTC',
] as const
/** The nights that are compared; both hemispheres change their clocks twice in them. */
const LAST = addDays(TODAY, 400)
const CHECK_IN = '15:00'
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

type Rule = Readonly<{
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  byDay: readonly (readonly [nth: number, day: number])[]
  byMonthDay: readonly number[]
  byMonth: readonly number[]
  bySetPos: number | null
  count: number | null
}>

/** Null `nulls` times for each value. */
const often = <T>(values: fc.Arbitrary<T>, nulls: number) =>
  fc.oneof({ arbitrary: values, weight: 1 }, { arbitrary: fc.constant(null), weight: nulls })
const some = <T>(values: fc.Arbitrary<T>, nulls: number) =>
  often(fc.uniqueArray(values, { minLength: 1, maxLength: 3 }), nulls)
const rules: fc.Arbitrary<Rule> = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    days: some(fc.tuple(fc.constantFrom(0, 0, 1, 2, 3, 5, -1, -2), fc.integer({ min: 0, max: 6 })), 1),
    byMonthDay: some(fc.constantFrom(1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -30), 2),
    byMonth: some(fc.integer({ min: 1, max: 12 }), 4),
    bySetPos: often(fc.constantFrom(1, 2, -1, -2), 2),
    count: often(fc.integer({ min: 1, max: 60 }), 2),
  })
  .map(({ freq, days, byMonthDay, byMonth, bySetPos, ...rest }) => {
    const canCount = freq === 'MONTHLY' || (freq === 'YEARLY' && byMonthDay === null)
    const byDay = (days ?? []).map(([nth, day]): [number, number] => [canCount ? nth : 0, day])
    const monthDays = freq === 'WEEKLY' ? [] : (byMonthDay ?? [])
    const hasSet = byDay.length + monthDays.length > 0
    return {
      freq,
      byDay,
      byMonthDay: monthDays,
      byMonth: byMonth ?? [],
      bySetPos: hasSet ? bySetPos : null,
      ...rest,
    }
  })

const formatRule = ({ freq, interval, byDay, byMonthDay, byMonth, bySetPos, count }: Rule) =>
  [
    `FREQ=${freq}`,
    `INTERVAL=${interval}`,
    ...(byDay.length > 0
      ? [`BYDAY=${byDay.map(([nth, day]) => `${nth || ''}${WEEKDAYS[day]}`).join(',')}`]
      : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay.join(',')}`] : []),
    ...(byMonth.length > 0 ? [`BYMONTH=${byMonth.join(',')}`] : []),
    ...(bySetPos === null ? [] : [`BYSETPOS=${bySetPos}`]),
    ...(count === null ? [] : [`COUNT=${count}`]),
  ].join(';')

const year = (day: LocalDate) => Number(day.slice(0, 4))
const month = (day: LocalDate) => Number(day.slice(5, 7))
const dayOfMonth = (day: LocalDate) => Number(day.slice(8))
const monthLength = (day: LocalDate) => new Date(Date.UTC(year(day), month(day), 0)).getUTCDate()
/** The number of the period that a day is in; weeks begin on Monday. */
const periodOf = ({ freq }: Rule, day: LocalDate): number => {
  const number = Date.parse(day) / 86_400_000
  if (freq === 'DAILY') return number
  if (freq === 'WEEKLY') return Math.floor((number + 3) / 7)
  return freq === 'MONTHLY' ? year(day) * 12 + month(day) : year(day)
}
/** The nth of its weekday in the month or year, from the front and the back. */
const nths = (day: LocalDate, inYear: boolean): readonly number[] => {
  const first = inYear ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 8)}01`
  const last = inYear ? `${day.slice(0, 4)}-12-31` : `${day.slice(0, 8)}${monthLength(day)}`
  const same = [...listNights(first, last), last].filter((each) => weekday(each) === weekday(day))
  return [same.indexOf(day) + 1, same.indexOf(day) - same.length]
}

/** The days of a rule by its definition (RFC 5545 §3.3.10), one day after the other from the first. */
const naiveDays = (rule: Rule, first: LocalDate): LocalDate[] => {
  const { freq, byDay, byMonthDay, byMonth, bySetPos } = rule
  const isPlain = byDay.length + byMonthDay.length === 0
  const isOn = (day: LocalDate) => {
    if (byMonth.length > 0 && !byMonth.includes(month(day))) return false
    if (isPlain && freq === 'WEEKLY') return weekday(day) === weekday(first)
    if (isPlain && freq === 'MONTHLY') return dayOfMonth(day) === dayOfMonth(first)
    if (isPlain && freq === 'YEARLY')
      return dayOfMonth(day) === dayOfMonth(first) && (byMonth.length > 0 || month(day) === month(first))
    const onMonthDay =
      byMonthDay.length === 0 ||
      byMonthDay.some((each) => dayOfMonth(day) === (each > 0 ? each : monthLength(day) + each + 1))
    const inYear = freq === 'YEARLY' && byMonth.length === 0
    const onWeekday =
      byDay.length === 0 ||
      byDay.some(([nth, each]) => weekday(day) === each && (nth === 0 || nths(day, inYear).includes(nth)))
    return onMonthDay && onWeekday
  }
  const periods = new Map<number, LocalDate[]>()
  const begin = `${first.slice(0, 4)}-01-01`
  for (const day of listNights(addDays(begin, -7), addDays(LAST, 800))) {
    const distance = periodOf(rule, day) - periodOf(rule, first)
    if (distance < 0 || distance % rule.interval !== 0 || !isOn(day)) continue
    periods.set(distance, [...(periods.get(distance) ?? []), day])
  }
  return [...periods.values()]
    .flatMap((days) =>
      bySetPos === null
        ? days
        : days.filter((_day, at) => at === bySetPos - 1 || at === days.length + bySetPos),
    )
    .filter((day) => day >= first)
    .slice(0, rule.count ?? undefined)
}

const tables = new Map<string, Minutes>()
const minutesOf = (zone: string): Minutes => {
  const known = tables.get(zone) ?? createMinutes(zone, addDays(TODAY, -60), addDays(LAST, 60))
  tables.set(zone, known)
  return known
}

/** The nights that an occurrence takes, minute by minute: those with a minute at or after check-in. */
const naiveNights = (days: readonly LocalDate[], time: string, minutes: number, from: string, to: string) => {
  const taken = new Set<LocalDate>()
  const [theirs, ours] = [minutesOf(from), minutesOf(to)]
  for (const day of days) {
    const start = theirs.find(day, time)
    const end = theirs.findAfter(day, time, minutes)
    if (start === undefined || end === undefined) continue
    for (let minute = start; minute < end; minute += 1)
      if (ours.timeAt(minute) >= CHECK_IN) taken.add(ours.dayAt(minute))
  }
  return [...taken]
}

const inWindow = (days: readonly LocalDate[]) =>
  [...new Set(days)].filter((day) => day >= TODAY && day < LAST).toSorted()

const compact = (text: string) => text.replaceAll(/[-:]/g, '')
const formatMinutes = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const quarters = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((each) => each * 15)

const series = fc.record({
  rule: rules,
  from: fc.constantFrom(...ZONES),
  to: fc.constantFrom(...ZONES),
  first: fc.integer({ min: -1_200, max: 380 }).map((days) => addDays(TODAY, days)),
  /** Minutes of the day at which it starts, and how long it takes. */
  start: quarters(0, 23),
  length: quarters(1, 9 * 24),
  allDay: fc.boolean(),
  /** Minutes after the first that is compared; the end of a rule without a count, in UTC. */
  until: often(quarters(40 * 24, 480 * 24), 1),
  /** The occurrence that is excluded, in UTC. */
  excluded: often(fc.integer({ min: 0, max: 20 }), 1),
})
type Series = typeof series extends fc.Arbitrary<infer T> ? T : never

/** The lines of a series, and the nights that it takes by the reference. */
const describeSeries = ({ rule, from, to, first, start, length, allDay, until, excluded }: Series) => {
  const [theirs, ours] = [minutesOf(from), minutesOf(to)]
  const time = formatMinutes(start)
  const nights = 1 + Math.floor(length / 1_440)
  const end = rule.count === null ? until : null
  const isBeforeEnd = (day: LocalDate) =>
    end === null || (allDay ? day <= ours.dayAt(end) : (theirs.find(day, time) ?? 0) <= end)
  const near = naiveDays(rule, first)
    .filter((day) => day > addDays(TODAY, -15) && day < addDays(LAST, 2))
    .filter(isBeforeEnd)
  const out = excluded === null ? undefined : near[excluded]
  const minute = out === undefined ? undefined : theirs.find(out, time)
  const days = near.filter((day) => day !== out)
  const [over, rest] = [Math.floor((start + length) / 1_440), (start + length) % 1_440]
  const lines = [
    ...(allDay
      ? [`DTSTART;VALUE=DATE:${compact(first)}`, `DTEND;VALUE=DATE:${compact(addDays(first, nights))}`]
      : [
          `DTSTART;TZID=${from}:${compact(first)}T${compact(time)}00`,
          `DTEND;TZID=${from}:${compact(addDays(first, over))}T${compact(formatMinutes(rest))}00`,
        ]),
    `RRULE:${formatRule(rule)}${end === null ? '' : `;UNTIL=${ours.utcAt(end)}`}`,
    ...(out === undefined || minute === undefined
      ? []
      : [allDay ? `EXDATE;VALUE=DATE:${compact(out)}` : `EXDATE:${theirs.utcAt(minute)}`]),
  ]
  const expected = allDay
    ? days.flatMap((day) => listNights(day, addDays(day, nights)))
    : naiveNights(days, time, length, from, to)
  return { lines, expected: inWindow(expected) }
}

test(`${RUNS} random series in ${ZONES.length} zones take the nights of a minute-by-minute reference`, () => {
  fc.assert(
    fc.property(series, (each) => {
      const { lines, expected } = describeSeries(each)
      const place = { timezone: each.to, checkInTime: CHECK_IN }
      const read = readBody(writeLines('-//Test//EN', [['UID:s', ...lines]]), place)
      expect(read.unread).toEqual([])
      expect(inWindow(read.entries.flatMap(({ start, end }) => listNights(start, end)))).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
}, 600_000)
