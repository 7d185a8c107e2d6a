import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingMoney } from '../booking/index.ts'
import { spreadNights } from '../booking/rules/spreadNights.ts'
import { addDays, addHours, listNights, type LocalDate } from '../kernel/dates.ts'
import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import { confirmedStay, createPrice, createSnapshot } from '../testing/index.ts'
import { bridgeToCheckIn, bridgeToPayout, sumParts } from './bridge.ts'
import { addSums, EMPTY_MONTH, NO_SUMS, sumMonth } from './formulas.ts'
import { aggregateMonth, isBooked, type PerformanceListingRow, type PerformanceMonthRow } from './month.ts'
import { listMonths, liveNightsOf, readLiveSpans } from './nights.ts'
import { countByCheckIn, countByNight, markNights } from './openedStays.ts'
import { performanceListingProjection, performanceMonthProjection } from './projections.ts'

const START = '2026-01-01'
const LISTING = 'listing-1'
const ELSEWHERE = 'listing-2'
type Data = Readonly<Record<string, unknown>>
type Agreed = Readonly<{ checkIn: LocalDate; checkOut: LocalDate } & Data>

const agreeStay = (checkIn: LocalDate, nightly: readonly number[], discount: number) => {
  const snapshot = createSnapshot(`${checkIn}T19:00:00.000Z`, nightly.length, 'flexible')
  const price = createPrice(checkIn, nightly)
  const money = bookingMoney(
    { ...price, discountMinor: -Math.min(discount, sum([...nightly])) },
    snapshot.fee,
  )
  return {
    party: confirmedStay().party,
    checkIn,
    checkOut: addDays(checkIn, nightly.length),
    money,
    snapshot,
  }
}

/** What happens, by dice: each step is one or two events, hours after the one before. */
const zStep = fc.record({
  what: fc.constantFrom(
    'book',
    'book',
    'book',
    'overbook',
    'resolve',
    'alter',
    'move',
    'cancel',
    'block',
    'own',
    'hold',
    'change',
    'remove',
    'import',
    'live',
    'pause',
    'suspend',
    'reinstate',
  ),
  day: fc.integer({ min: 0, max: 120 }),
  nights: fc.integer({ min: 1, max: 45 }),
  amount: fc.integer({ min: 0, max: 9_999 }),
  pick: fc.nat(20),
})
type Step = typeof zStep extends fc.Arbitrary<infer S> ? S : never

const record = (steps: readonly Step[]): readonly RecordedEvent[] => {
  const events: RecordedEvent[] = []
  const stays = new Map<string, { agreed: Agreed; overbooked: boolean }>()
  const blocks = new Map<string, { start: LocalDate; end: LocalDate; kind: string }>()
  const add = (category: string, id: string, type: string, at: string, data: Data) => {
    const index = BigInt(events.length)
    events.push({
      id: `e${index}`,
      stream: formatStream(category, id),
      revision: index,
      type,
      data: { listingId: LISTING, ...data },
      metadata: { occurredAt: at, tenantId: 't' },
      position: { commit: index, prepare: index },
      recordedAt: at,
    })
  }
  for (const [index, { what, day, nights, amount, pick }] of steps.entries()) {
    const at = addHours(`${START}T08:00:00.000Z`, index * 7)
    const start = addDays(START, day)
    const span = { start, end: addDays(start, nights) }
    const nightly = Array.from({ length: nights }, (_, night) => amount + night)
    const [bookingId = '', stay] = [...stays][pick % Math.max(1, stays.size)] ?? []
    const [claimId = '', block] = [...blocks][pick % Math.max(1, blocks.size)] ?? []
    if (what === 'book' || what === 'overbook') {
      const agreed = agreeStay(start, nightly, amount)
      const id = `b${index}`
      stays.set(id, { agreed, overbooked: what === 'overbook' })
      const type = what === 'book' ? 'BookingConfirmed' : 'OverbookingDetected'
      add('booking', id, type, at, { ...agreed, bookingId: id, conflicts: [] })
    } else if (what === 'resolve' && stay?.overbooked === true) {
      stays.set(bookingId, { ...stay, overbooked: false })
      const { checkIn, checkOut } = stay.agreed
      add('booking', bookingId, 'OverbookingResolved', at, { bookingId, start: checkIn, end: checkOut })
    } else if (what === 'alter' && stay?.overbooked === false) {
      const after = agreeStay(pick % 2 === 0 ? stay.agreed.checkIn : start, nightly, 0)
      add('booking', bookingId, 'BookingAltered', at, { bookingId, before: stay.agreed, after })
      stays.set(bookingId, { ...stay, agreed: after })
    } else if (what === 'move' && stay !== undefined) {
      // Out of the listing, and sometimes back into it.
      const moved = { bookingId, to: stay.agreed }
      const [from, to] = [LISTING, ELSEWHERE].map((listingId) => ({ listingId, stay: stay.agreed }))
      add('booking', bookingId, 'BookingMoved', at, { ...moved, listingId: ELSEWHERE, from })
      const { checkIn, checkOut } = stay.agreed
      add('calendar', LISTING, 'NightsReleased', at, { claimId: bookingId, start: checkIn, end: checkOut })
      if (pick % 2 === 0) {
        add('booking', bookingId, 'BookingMoved', at, { ...moved, listingId: LISTING, from: to })
        stays.set(bookingId, { ...stay, overbooked: false })
      } else stays.delete(bookingId)
    } else if (what === 'cancel' && stay !== undefined) {
      const { checkIn, checkOut } = stay.agreed
      add('booking', bookingId, 'BookingCancelled', at, { bookingId })
      add('calendar', LISTING, 'NightsReleased', at, { claimId: bookingId, start: checkIn, end: checkOut })
      stays.delete(bookingId)
    } else if (what === 'block' || what === 'own' || what === 'hold') {
      const kind = { block: 'maintenance', own: 'owner_stay', hold: 'host_cancellation_hold' }[what]
      blocks.set(`c${index}`, { ...span, kind })
      add('calendar', LISTING, 'BlockCreated', at, { blockId: `c${index}`, kind, ...span })
    } else if (what === 'import') {
      blocks.set(`i${index}`, { ...span, kind: 'ical_import' })
      add('calendar', LISTING, 'ImportedBlockAdded', at, { claimId: `i${index}`, ...span })
    } else if (what === 'change' && block !== undefined) {
      blocks.set(claimId, { ...block, ...span })
      if (block.kind === 'ical_import')
        add('calendar', LISTING, 'ImportedBlockMoved', at, { claimId, from: block, to: span })
      else
        add('calendar', LISTING, 'BlockChanged', at, {
          blockId: claimId,
          kind: block.kind,
          before: block,
          after: span,
        })
    } else if (what === 'remove' && block !== undefined) {
      const middle = addDays(block.start, pick)
      const remaining =
        middle > block.start && middle < block.end ? { start: block.start, end: middle } : null
      const type = block.kind === 'ical_import' ? 'ImportedBlockRemoved' : 'BlockRemoved'
      add('calendar', LISTING, type, at, { claimId, blockId: claimId, ...block, remaining })
      if (remaining) blocks.set(claimId, { ...block, ...remaining })
      else blocks.delete(claimId)
    } else if (what === 'live') add('listing', LISTING, 'ListingResumed', at, {})
    else if (what === 'pause') {
      const until = pick % 2 === 0 ? null : addDays(at.slice(0, 10), nights)
      add('listing', LISTING, 'ListingPaused', at, { until })
    } else if (what === 'suspend') add('listing', LISTING, 'ListingSuspended', at, {})
    else if (what === 'reinstate') add('listing', LISTING, 'ListingReinstated', at, {})
  }
  return events
}

const fold = <R extends Row>(projection: Projection<R>, events: readonly RecordedEvent[]) => {
  const rows = new Map<string, R>()
  for (const event of events)
    for (const key of projection.keys(event)) {
      const row = projection.fold(rows.get(key), event, key)
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
    }
  return rows
}

/** The same from the events alone, one night after the other. */
const countNaively = (
  events: readonly RecordedEvent[],
  period: Readonly<{ from: LocalDate; to: LocalDate }>,
) => {
  const stays = new Map<string, { agreed: ReturnType<typeof agreeStay>; counts: boolean; at: string }>()
  const blocks = new Map<string, { start: LocalDate; end: LocalDate; kind: string }>()
  for (const { type, data: said, metadata } of events) {
    // oxlint-disable-next-line typescript/no-explicit-any
    const data = said as any
    const at = metadata['occurredAt'] ?? ''
    const id = data.blockId ?? data.claimId
    if (type === 'BookingConfirmed') stays.set(data.bookingId, { agreed: data, counts: true, at })
    if (type === 'OverbookingDetected') stays.set(data.bookingId, { agreed: data, counts: false, at })
    const known = stays.get(data.bookingId)
    if (type === 'OverbookingResolved' && known) stays.set(data.bookingId, { ...known, counts: true })
    if (type === 'BookingAltered' && known)
      stays.set(data.bookingId, {
        ...known,
        agreed: data.after,
        at: data.after.checkIn === known.agreed.checkIn ? known.at : at,
      })
    if (type === 'BookingMoved') {
      if (data.listingId === LISTING) stays.set(data.bookingId, { agreed: data.to, counts: true, at })
      else stays.delete(data.bookingId)
    }
    if (type === 'BookingCancelled') stays.delete(data.bookingId)
    if (type === 'BlockCreated') blocks.set(id, data)
    if (type === 'ImportedBlockAdded') blocks.set(id, { ...data, kind: 'ical_import' })
    if (type === 'BlockChanged') blocks.set(id, { ...data.after, kind: data.kind })
    if (type === 'ImportedBlockMoved') blocks.set(id, { ...data.to, kind: 'ical_import' })
    if (type === 'BlockRemoved' || type === 'ImportedBlockRemoved') {
      const block = blocks.get(id)
      if (data.remaining && block) blocks.set(id, { ...block, ...data.remaining })
      else blocks.delete(id)
    }
  }
  const counted = [...stays.values()].filter(({ counts }) => counts)
  const has = (date: LocalDate) => (span: Readonly<{ start: LocalDate; end: LocalDate }>) =>
    span.start <= date && date < span.end
  const marks = listNights(period.from, period.to).map((date) => {
    if (counted.some(({ agreed }) => has(date)({ start: agreed.checkIn, end: agreed.checkOut }))) return 'g'
    if (!isLiveNaively(events, date)) return '.'
    const taken = [...blocks.values()].filter(has(date)).map(({ kind }) => kind)
    if (taken.includes('owner_stay')) return 'o'
    return taken.some((kind) => kind !== 'host_cancellation_hold') ? 'b' : '-'
  })
  const countMarks = (mark: string) => marks.filter((one) => one === mark).length
  const began = counted.filter(({ agreed }) => agreed.checkIn >= period.from && agreed.checkIn < period.to)
  return {
    marks: marks.join(''),
    sums: {
      nights: {
        guest: countMarks('g'),
        owner: countMarks('o'),
        blocked: countMarks('b'),
        open: countMarks('-'),
        total: marks.length - countMarks('.'),
      },
      nightMinor: sum(
        counted.flatMap(({ agreed }) =>
          spreadNights(agreed.money).filter((_amount, night) => {
            const date = addDays(agreed.checkIn, night)
            return date >= period.from && date < period.to
          }),
        ),
      ),
      checkInMinor: sum(began.flatMap(({ agreed }) => spreadNights(agreed.money))),
      stays: began.length,
      stayNights: sum(began.map(({ agreed }) => listNights(agreed.checkIn, agreed.checkOut).length)),
      leadDays: began
        .map(({ agreed, at }) =>
          Math.max(0, Math.floor((Date.parse(agreed.snapshot.checkInInstant) - Date.parse(at)) / 86_400_000)),
        )
        .toSorted((a, b) => a - b),
    },
  }
}

/** Plays the changes of the listing again, and what was planned for this date. */
const isLiveNaively = (events: readonly RecordedEvent[], date: LocalDate): boolean => {
  let live = false
  let back: LocalDate | undefined
  let suspendedFrom: 'live' | 'off' = 'off'
  for (const { type, data, metadata } of events) {
    const on = (metadata['occurredAt'] ?? '').slice(0, 10)
    const isLive = live && back === undefined
    if (type === 'ListingSuspended') suspendedFrom = isLive ? 'live' : 'off'
    const starts = type === 'ListingResumed' ? true : type === 'ListingReinstated' && suspendedFrom === 'live'
    const stops = type === 'ListingPaused' || type === 'ListingSuspended'
    if (on > date && (starts || stops)) break
    if (type === 'ListingReinstated') suspendedFrom = 'off'
    if (starts) [live, back] = [true, undefined]
    if (stops) [live, back] = [false, undefined]
    if (type === 'ListingPaused') {
      const { until } = data as Readonly<{ until: LocalDate | null }>
      if (until !== null) [live, back] = [true, until]
    }
  }
  return live && (back === undefined || back <= date)
}

const zHistory = fc.record({
  steps: fc.array(zStep, { maxLength: 30 }),
  from: fc.integer({ min: 0, max: 130 }),
  length: fc.integer({ min: 1, max: 150 }),
  cut: fc.nat(30),
})

test('every figure and its parts equal a naive count of the events', () =>
  fc.assert(
    fc.property(zHistory, ({ steps, from, length, cut }) => {
      const events = record([{ what: 'live', day: 0, nights: 1, amount: 0, pick: 0 }, ...steps])
      const period = { from: addDays(START, from), to: addDays(START, from + length) }
      const rows = fold(performanceMonthProjection, events)
      const listing: PerformanceListingRow | undefined = fold(performanceListingProjection, events).get(
        LISTING,
      )
      const spans = readLiveSpans(listing?.changes ?? [], (at) => at.slice(0, 10))
      const months = listMonths(period).map((month) => {
        const row: PerformanceMonthRow | undefined = rows.get(`${month}/${LISTING}`)
        return { month, row: row ?? { ...EMPTY_MONTH, stays: [] }, live: liveNightsOf(month, spans) }
      })
      const sums = addSums([
        NO_SUMS,
        ...months.map(({ month, row, live }) => sumMonth(month, row, live, period, 'USD')),
      ])
      const naive = countNaively(events, period)
      expect({ ...sums, leadDays: sums.leadDays.toSorted((a, b) => a - b) }).toEqual(naive.sums)
      expect(markNights(months, period)).toBe(naive.marks)

      const byNight = countByNight(months, period, 'USD')
      const byCheckIn = countByCheckIn(months, period, 'USD')
      expect(sum(byNight.map(({ nights }) => nights))).toBe(sums.nights.guest)
      expect(sum(byNight.map(({ amountMinor }) => amountMinor))).toBe(sums.nightMinor)
      expect(sum(byCheckIn.map(({ amountMinor }) => amountMinor))).toBe(sums.checkInMinor)
      expect(sum(byCheckIn.map(({ nights }) => nights))).toBe(sums.stayNights)
      expect(sums.nightMinor + sumParts(bridgeToCheckIn(byNight, byCheckIn, period))).toBe(sums.checkInMinor)

      const paid = new Map(steps.map(({ amount }, index) => [`b${index + 1}`, amount - 5_000]))
      const payoutParts = bridgeToPayout(byNight, paid, (id) => (id.endsWith('1') ? 'canceled' : 'standing'))
      expect(sums.nightMinor + sumParts(payoutParts)).toBe(sum([...paid.values()]))

      // As it was booked at an instant: what the events before it come to.
      const at = addHours(`${START}T08:00:00.000Z`, cut * 7 + 1)
      const past = countNaively(
        events.filter(({ metadata }) => (metadata['occurredAt'] ?? '') <= at),
        period,
      )
      const asBooked = months.map(({ month, row, live }) => {
        const stays = row.stays.filter((stay) => isBooked(stay, at))
        return sumMonth(month, aggregateMonth(month, stays, []), live, period, 'USD')
      })
      expect(addSums(asBooked)).toMatchObject({
        nightMinor: past.sums.nightMinor,
        checkInMinor: past.sums.checkInMinor,
        stays: past.sums.stays,
      })
    }),
    { numRuns: 200 },
  ))
