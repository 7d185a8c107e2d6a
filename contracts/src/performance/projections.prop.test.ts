import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadNights } from '../booking/rules/spreadNights.ts'
import { addDays, addHours, listNights, type LocalDate } from '../kernel/dates.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { sum } from '../kernel/money.ts'
import { fold, LISTING, record, START, zHistory, type agreeStay } from '../testing/nightHistory.ts'
import { bridgeToCheckIn, bridgeToPayout, sumParts } from './bridge.ts'
import { addSums, EMPTY_MONTH, NO_SUMS, sumMonth } from './formulas.ts'
import { aggregateMonth, isBooked, type PerformanceListingRow, type PerformanceMonthRow } from './month.ts'
import { listMonths, liveNightsOf, readLiveSpans } from './nights.ts'
import { countByCheckIn, countByNight, markNights } from './openedStays.ts'
import {
  BLOCK_EVENTS,
  monthAsOf,
  performanceListingProjection,
  performanceMonthProjection,
} from './projections.ts'

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

test('a month as of an instant equals what its events until then make of it', () =>
  fc.assert(
    fc.property(zHistory, ({ steps, cut }) => {
      const events = record(steps)
      const at = addHours(`${START}T08:00:00.000Z`, cut * 7 + 1)
      const past = events.filter(({ metadata }) => (metadata['occurredAt'] ?? '') <= at)
      const blocks = fold(
        performanceMonthProjection,
        past.filter(({ type }) => BLOCK_EVENTS.includes(type)),
      )
      const rows = fold(performanceMonthProjection, events)
      const then = fold(performanceMonthProjection, past)
      for (const key of new Set([...rows.keys(), ...then.keys()])) {
        const month = monthAsOf(key, blocks.get(key)?.blocks ?? [], rows.get(key)?.stays ?? [], at)
        const expected = then.get(key)
        const stays = expected?.stays.filter((stay) => isBooked(stay)) ?? []
        const hasParts = stays.length > 0 || (expected?.blocks.length ?? 0) > 0
        expect(month).toEqual(hasParts ? { ...expected, stays } : undefined)
      }
    }),
    { numRuns: 200 },
  ))
