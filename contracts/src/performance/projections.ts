import type { AgreedStay } from '../booking/alterationMessages.ts'
import type { BookingEvent } from '../booking/messages.ts'
import { spreadNights } from '../booking/rules/spreadNights.ts'
import type { CalendarEvent } from '../calendar/messages.ts'
import { hoursBetween, nightsBetween, type Instant, type LocalDate } from '../kernel/dates.ts'
import { idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ListingEvent } from '../listing/messages.ts'
import {
  aggregateMonth,
  isBooked,
  zPerformanceListingRow,
  zPerformanceMonthRow,
  type MonthBlock,
  type MonthStay,
  type PerformanceListingRow,
  type PerformanceMonthRow,
} from './month.ts'
import { endOfMonth, listMonths } from './nights.ts'
import type { Period } from './period.ts'

/** `<first day of the month>/<listing>`; dates have no slash. */
const formatKey = (month: LocalDate, listingId: string) => `${month}/${listingId}`
const readMonth = (key: string): LocalDate => key.slice(0, 10)
const readListing = (key: string): string => key.slice(11)

type Span = Readonly<{ start: LocalDate; end: LocalDate }>
const toPeriod = ({ start, end }: Span): Period => ({ from: start, to: end })
const stayPeriod = ({ checkIn, checkOut }: Pick<AgreedStay, 'checkIn' | 'checkOut'>): Period => ({
  from: checkIn,
  to: checkOut,
})

type MonthEvent = BookingEvent | CalendarEvent

/** The nights that an event of a booking or a calendar may change. */
const readPeriods = (event: MonthEvent): readonly Period[] => {
  switch (event.type) {
    case 'BookingConfirmed':
    case 'OverbookingDetected':
      return [stayPeriod(event.data)]
    case 'OverbookingResolved':
      return [toPeriod(event.data)]
    case 'BookingAltered':
      return [stayPeriod(event.data.before), stayPeriod(event.data.after)]
    case 'BookingMoved':
      return [stayPeriod(event.data.to)]
    case 'NightsReleased':
    case 'BlockCreated':
    case 'BlockRemoved':
    case 'BlockRestored':
    case 'ImportedBlockAdded':
    case 'ImportedBlockRemoved':
    case 'ImportedBlockDismissed':
      return [toPeriod(event.data)]
    case 'BlockChanged':
      return [toPeriod(event.data.before), toPeriod(event.data.after)]
    case 'ImportedBlockMoved':
      return [toPeriod(event.data.from), toPeriod(event.data.to)]
    default:
      return []
  }
}

const readKeys = (event: RecordedEvent): readonly string[] => {
  const said = { type: event.type, data: event.data } as MonthEvent
  const keysIn = (listingId: string, periods: readonly Period[]) =>
    [...new Set(periods.flatMap(listMonths))].map((month) => formatKey(month, listingId))
  const keys = keysIn(said.data.listingId, readPeriods(said))
  if (said.type !== 'BookingMoved') return keys
  const { from } = said.data
  return [...keysIn(from.listingId, [stayPeriod(from.stay)]), ...keys]
}

/** The row after a change of its parts; none where nothing is left. */
const withParts = (
  key: string,
  stays: readonly MonthStay[],
  blocks: readonly MonthBlock[],
): PerformanceMonthRow | undefined => {
  if (stays.length === 0 && blocks.length === 0) return undefined
  const { revenue, arrivals, ...nights } = aggregateMonth(
    readMonth(key),
    stays.filter((stay) => isBooked(stay)),
    blocks,
  )
  return {
    id: key,
    listingId: readListing(key),
    ...nights,
    revenue: Object.fromEntries(
      Object.entries(revenue).map(([currency, amounts]) => [currency, [...amounts]]),
    ),
    arrivals: [...arrivals],
    stays: [...stays],
    blocks: [...blocks],
  }
}

const changeStays = (
  row: PerformanceMonthRow | undefined,
  key: string,
  change: (stays: readonly MonthStay[]) => readonly MonthStay[],
) => withParts(key, change(row?.stays ?? []), row?.blocks ?? [])

const changeBlocks = (
  row: PerformanceMonthRow | undefined,
  key: string,
  change: (blocks: readonly MonthBlock[]) => readonly MonthBlock[],
) => withParts(key, row?.stays ?? [], change(row?.blocks ?? []))

/** The stay in one month, as it is agreed; undefined where it has no night there. */
const agree = (
  key: string,
  bookingId: string,
  { checkIn, checkOut, money, snapshot }: AgreedStay,
  bookedAt: Instant,
): Omit<MonthStay, 'from' | 'until'> | undefined => {
  const month = readMonth(key)
  const end = endOfMonth(month)
  if (checkIn >= end || checkOut <= month) return undefined
  const amounts = spreadNights(money)
  const first = Math.max(0, nightsBetween(checkIn, month))
  return {
    bookingId,
    currency: money.currency,
    checkIn,
    checkOut,
    leadDays: Math.max(0, Math.floor(hoursBetween(bookedAt, snapshot.checkInInstant) / 24)),
    amounts: amounts.slice(first, nightsBetween(checkIn, checkOut < end ? checkOut : end)),
    totalMinor: sum(amounts),
  }
}

const isCurrent = (stay: MonthStay, bookingId: string) => stay.bookingId === bookingId && stay.until === null

/** An overbooked stay that ends before it had nights leaves nothing. */
const end =
  (bookingId: string, until: Instant) =>
  (stays: readonly MonthStay[]): readonly MonthStay[] =>
    stays.flatMap((stay) =>
      isCurrent(stay, bookingId) ? (stay.from === null ? [] : [{ ...stay, until }]) : [stay],
    )

const alter = (
  row: PerformanceMonthRow | undefined,
  event: RecordedEvent<string, Extract<BookingEvent, { type: 'BookingAltered' }>['data']>,
  key: string,
) => {
  const { bookingId, after } = event.data
  const at = occurredAtOf(event)
  const known = row?.stays.find((stay) => isCurrent(stay, bookingId))
  const agreed = agree(key, bookingId, after, at)
  // A month of the former nights says whether they counted; one of new nights only follows it.
  const next = agreed && {
    ...agreed,
    leadDays: known?.checkIn === agreed.checkIn ? known.leadDays : agreed.leadDays,
    from: at,
    until: null,
  }
  return changeStays(row, key, (stays) => [...end(bookingId, at)(stays), ...(next ? [next] : [])])
}

const drop = (claimId: string) => (blocks: readonly MonthBlock[]) =>
  blocks.filter((block) => block.claimId !== claimId)

/** The block with these nights instead of its own, in the months that they touch. */
const place =
  (key: string, claimId: string, kind: MonthBlock['kind'] | undefined, span: Span | null) =>
  (blocks: readonly MonthBlock[]): readonly MonthBlock[] => {
    const known = kind ?? blocks.find((block) => block.claimId === claimId)?.kind ?? 'ical_import'
    const rest = drop(claimId)(blocks)
    const month = readMonth(key)
    return span !== null && span.start < endOfMonth(month) && span.end > month
      ? [...rest, { claimId, kind: known, start: span.start, end: span.end }]
      : rest
  }

/**
 * The month as it was at an instant, with the blocks of then. Its stays are found in the month of today: they
 * say from when until when they had their nights. Overbooked ones, which had none, are left out.
 */
export const monthAsOf = (
  key: string,
  blocks: readonly MonthBlock[],
  stays: readonly MonthStay[],
  at: Instant,
): PerformanceMonthRow | undefined =>
  withParts(
    key,
    stays.filter((stay) => isBooked(stay, at)).map((stay) => ({ ...stay, until: null })),
    blocks,
  )

const STAY_EVENTS: readonly string[] = [
  'BookingConfirmed',
  'OverbookingResolved',
  'BookingAltered',
  'BookingMoved',
] satisfies readonly BookingEvent['type'][]

/** Of what happened to bookings, and of nights that a calendar released, what began or ended one of these stays. */
export const listChangesOfStays = (
  stays: readonly MonthStay[],
  changes: readonly Readonly<{ stream: string; type: string; at: Instant }>[],
) => {
  const turns = new Set(
    stays.flatMap(({ bookingId, from, until }) => [`${bookingId} ${from}`, `${bookingId} ${until}`]),
  )
  const ends = new Set(stays.map(({ until }) => until))
  return changes.filter(({ stream, type, at }) =>
    type === 'NightsReleased'
      ? ends.has(at)
      : STAY_EVENTS.includes(type) && turns.has(`${idOfStream(stream)} ${at}`),
  )
}

/** The events of calendars that say what blocks a night. */
export const BLOCK_EVENTS: readonly string[] = [
  'BlockCreated',
  'BlockChanged',
  'BlockRemoved',
  'BlockRestored',
  'ImportedBlockAdded',
  'ImportedBlockMoved',
  'ImportedBlockRemoved',
  'ImportedBlockDismissed',
] satisfies readonly CalendarEvent['type'][]

/**
 * One row for each listing and month. Its stays come from the bookings, and end when the calendar releases their
 * nights. Because a row follows several streams, an event that it can't take stops it instead of parking one of
 * them (docs/domain/performance.md#read-model).
 */
export const performanceMonthProjection = defineProjection<PerformanceMonthRow>({
  name: 'performance_month',
  version: 2,
  row: zPerformanceMonthRow,
  categories: ['booking', 'calendar'],
  onPoison: { park: false },
  keys: readKeys,
  fold: foldBy<PerformanceMonthRow, MonthEvent>({
    BookingConfirmed: (row, event, key) => {
      const { bookingId } = event.data
      const at = occurredAtOf(event)
      const stay = agree(key, bookingId, event.data, at)
      return changeStays(row, key, (stays) => (stay ? [...stays, { ...stay, from: at, until: null }] : stays))
    },
    OverbookingDetected: (row, event, key) => {
      const { bookingId } = event.data
      const stay = agree(key, bookingId, event.data, occurredAtOf(event))
      return changeStays(row, key, (stays) =>
        stay ? [...stays, { ...stay, from: null, until: null }] : stays,
      )
    },
    OverbookingResolved: (row, event, key) =>
      changeStays(row, key, (stays) =>
        stays.map((stay) =>
          isCurrent(stay, event.data.bookingId) ? { ...stay, from: occurredAtOf(event) } : stay,
        ),
      ),
    BookingAltered: alter,
    BookingMoved: (row, event, key) => {
      const { bookingId, listingId, to } = event.data
      const at = occurredAtOf(event)
      const stay = readListing(key) === listingId ? agree(key, bookingId, to, at) : undefined
      return changeStays(row, key, (stays) => [
        ...end(bookingId, at)(stays),
        ...(stay ? [{ ...stay, from: at, until: null }] : []),
      ])
    },
    NightsReleased: (row, event, key) => changeStays(row, key, end(event.data.claimId, occurredAtOf(event))),
    BlockCreated: (row, { data }, key) => changeBlocks(row, key, place(key, data.blockId, data.kind, data)),
    BlockChanged: (row, { data }, key) =>
      changeBlocks(row, key, place(key, data.blockId, data.kind, data.after)),
    BlockRemoved: (row, { data }, key) =>
      changeBlocks(row, key, place(key, data.blockId, undefined, data.remaining)),
    BlockRestored: (row, { data }, key) => changeBlocks(row, key, place(key, data.blockId, data.kind, data)),
    ImportedBlockAdded: (row, { data }, key) =>
      changeBlocks(row, key, place(key, data.claimId, 'ical_import', data)),
    ImportedBlockMoved: (row, { data }, key) =>
      changeBlocks(row, key, place(key, data.claimId, 'ical_import', data.to)),
    ImportedBlockRemoved: (row, { data }, key) =>
      changeBlocks(row, key, place(key, data.claimId, 'ical_import', data.remaining)),
    ImportedBlockDismissed: (row, { data }, key) => changeBlocks(row, key, drop(data.claimId)),
  }),
})

type ListingRow = PerformanceListingRow

const changeLive = (
  id: string,
  row: ListingRow | undefined,
  ...changes: ListingRow['changes']
): ListingRow => ({ suspendedFrom: null, id, changes: [...(row?.changes ?? []), ...changes] })

/** The events of listings that say when they were live. */
export const LIVE_EVENTS: readonly string[] = [
  'ListingPublished',
  'ListingPaused',
  'ListingResumed',
  'ListingSuspended',
  'ListingReinstated',
  'ListingDelisted',
] satisfies readonly ListingEvent['type'][]

const goLive = (row: ListingRow | undefined, event: RecordedEvent, key: string) =>
  changeLive(key, row, { at: occurredAtOf(event), on: null, live: true })

/** When each listing was live (docs/domain/performance.md#live-nights). */
export const performanceListingProjection = defineProjection<PerformanceListingRow>({
  name: 'performance_listing',
  version: 1,
  row: zPerformanceListingRow,
  categories: ['listing'],
  keys: ({ type, stream }) => (LIVE_EVENTS.includes(type) ? [idOfStream(stream)] : []),
  fold: foldBy<PerformanceListingRow, ListingEvent>({
    ListingPublished: goLive,
    ListingResumed: goLive,
    ListingPaused: (row, event, key) => {
      const at = occurredAtOf(event)
      const { until } = event.data
      return changeLive(
        key,
        row,
        { at, on: null, live: false },
        ...(until === null ? [] : [{ at, on: until, live: true }]),
      )
    },
    ListingSuspended: (row, event, key) => ({
      ...changeLive(key, row, { at: occurredAtOf(event), on: null, live: false }),
      suspendedFrom: row?.changes.at(-1)?.live === true && row.changes.at(-1)?.on === null ? 'live' : 'off',
    }),
    ListingReinstated: (row, event, key) =>
      row?.suspendedFrom === 'live' ? goLive(row, event, key) : row && { ...row, suspendedFrom: null },
    ListingDelisted: (row, event, key) =>
      changeLive(key, row, { at: occurredAtOf(event), on: event.data.effectiveOn, live: false }),
  }),
})
