import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, listNights } from '../kernel/dates.ts'
import {
  addSums,
  answersFigure,
  computePeriodFigures,
  hostCancellationFigure,
  median,
  NO_SUMS,
  ratingFigure,
  responseTimeFigure,
  sumMonth,
} from './formulas.ts'
import { aggregateMonth, type MonthBlock, type MonthStay } from './month.ts'
import { liveNightsOf, listMonths, readLiveSpans } from './nights.ts'
import { checkPeriod, yearBefore } from './period.ts'

const stay = (checkIn: string, nights: number, amount: number): MonthStay => ({
  bookingId: `b-${checkIn}`,
  currency: 'USD',
  checkIn,
  checkOut: addDays(checkIn, nights),
  leadDays: 10,
  amounts: Array.from({ length: nights }, () => amount),
  totalMinor: nights * amount,
  from: '2026-05-01T12:00:00.000Z',
  until: null,
})
const block = (kind: MonthBlock['kind'], start: string, nights: number): MonthBlock => ({
  claimId: `c-${start}`,
  kind,
  start,
  end: addDays(start, nights),
})
const SEPTEMBER = { from: '2026-09-01', to: '2026-10-01' }
const compute = (stays: readonly MonthStay[], blocks: readonly MonthBlock[], period = SEPTEMBER) =>
  computePeriodFigures(
    sumMonth('2026-09-01', aggregateMonth('2026-09-01', stays, blocks), 0x3fffffff, period, 'USD'),
  )
const values = (figures: Readonly<Record<string, Readonly<{ value: number | null }>>>) =>
  Object.fromEntries(Object.entries(figures).map(([code, { value }]) => [code, value]))

describe('the figures of a month', () => {
  test('are those of the example in docs/domain/performance.md', () =>
    expect(
      values(
        compute(
          [stay('2026-09-01', 10, 20_000), stay('2026-09-12', 8, 20_000)],
          [block('owner_stay', '2026-09-20', 4), block('maintenance', '2026-09-25', 2)],
        ),
      ),
    ).toEqual({
      occupancy: 6_000,
      adjusted_occupancy: 7_500,
      owner_inclusive_occupancy: 7_333,
      revenue: 360_000,
      adr: 20_000,
      revpar: 12_000,
      adjusted_revpar: 15_000,
      length_of_stay: 900,
      lead_time: 1_000,
    }))
  test('have no value where there is nothing to divide by', () => {
    const empty = compute([], [])
    expect([empty.occupancy.value, empty.adr.value, empty.lead_time.value]).toEqual([0, null, null])
    expect(values(computePeriodFigures(NO_SUMS))).toMatchObject({ occupancy: null, revpar: null, revenue: 0 })
  })
  test('count a night once, for the guest before the owner before a block', () => {
    const { occupancy, adjusted_occupancy: adjusted } = compute(
      [stay('2026-09-01', 2, 100), stay('2026-09-02', 2, 100)],
      [block('owner_stay', '2026-09-03', 2), block('safety_hold', '2026-09-04', 2)],
    )
    expect([occupancy.top, adjusted.bottom]).toEqual([3, 30 - 1 - 1])
  })
  test('keep the nights of a stay that the host canceled on sale', () =>
    expect(compute([], [block('host_cancellation_hold', '2026-09-03', 5)]).adjusted_occupancy.bottom).toBe(
      30,
    ))
  test('of one night are those of this night', () =>
    expect(compute([stay('2026-09-01', 3, 500)], [], { from: '2026-09-02', to: '2026-09-03' })).toMatchObject(
      {
        occupancy: { value: 10_000, top: 1, bottom: 1 },
        revenue: { value: 500 },
        length_of_stay: { value: null },
      },
    ))
  test('count nights with guests although the listing was not live', () =>
    expect(
      computePeriodFigures(
        sumMonth(
          '2026-09-01',
          aggregateMonth('2026-09-01', [stay('2026-09-01', 3, 500)], [block('owner_stay', '2026-09-10', 2)]),
          0,
          SEPTEMBER,
          'USD',
        ),
      ),
    ).toMatchObject({ occupancy: { top: 3, bottom: 3 }, adjusted_occupancy: { top: 3, bottom: 3 } }))
  test('never add another currency', () => {
    const aggregates = aggregateMonth('2026-09-01', [stay('2026-09-01', 3, 500)], [])
    expect(sumMonth('2026-09-01', aggregates, 0, SEPTEMBER, 'EUR')).toMatchObject({
      nightMinor: 0,
      checkInMinor: 0,
      nights: { guest: 3 },
    })
  })
})

describe('other figures', () => {
  test('of answers say nothing with fewer than ten', () => {
    expect(answersFigure({ hits: 9, count: 9 })).toEqual({ value: null, top: 9, bottom: 9 })
    expect(answersFigure({ hits: 192, count: 200 }).value).toBe(9_600)
  })
  test('are exact shares and averages', () => {
    expect(hostCancellationFigure(1, 124)).toEqual({ value: 80, top: 1, bottom: 125 })
    expect(ratingFigure({ stars: 300, count: 62 }).value).toBe(484)
    expect(responseTimeFigure([5, 90, 7, 8]).value).toBe(8)
    expect([median([], 1), median([3, 1], 100), median([2, 9, 4], 1)]).toEqual([null, 200, 4])
  })
})

describe('a period', () => {
  test('is refused backwards, empty, and over five years', () => {
    expect(checkPeriod({ from: '2026-09-02', to: '2026-09-01' })).toBe('backwards')
    expect(checkPeriod({ from: '2026-09-01', to: '2026-09-01' })).toBe('backwards')
    expect(checkPeriod({ from: '2000-01-01', to: '2050-01-01' })).toBe('too_long')
    expect(checkPeriod({ from: '2026-09-01', to: '2026-09-02' })).toBeUndefined()
    expect(checkPeriod({ from: '2026-01-01', to: '2031-01-01' })).toBeUndefined()
    expect(checkPeriod({ from: '2030-01-01', to: '2030-02-01' })).toBeUndefined()
  })
  test('has the same days a year before, at least one night', () => {
    expect(yearBefore(SEPTEMBER)).toEqual({ from: '2025-09-01', to: '2025-10-01' })
    expect(yearBefore({ from: '2028-02-28', to: '2028-02-29' })).toEqual({
      from: '2027-02-28',
      to: '2027-03-01',
    })
  })
  test('adds up over its months and parts', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 })), {
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 91 }),
        (spans, cut) => {
          const period = { from: '2026-01-10', to: '2026-04-12' }
          const parts = [
            { from: period.from, to: addDays(period.from, cut) },
            { from: addDays(period.from, cut), to: period.to },
          ].filter((part) => checkPeriod(part) === undefined)
          const blocks = spans.map(([day, nights]) => block('other', addDays('2026-01-10', day), nights))
          const sumOf = (one: typeof period) =>
            addSums(
              listMonths(one).map((month) =>
                sumMonth(month, aggregateMonth(month, [], blocks), 0x7fffffff, one, 'USD'),
              ),
            )
          expect(addSums(parts.map(sumOf))).toEqual(sumOf(period))
          const nights = new Set(blocks.flatMap(({ start, end }) => listNights(start, end)))
          expect(sumOf(period).nights.blocked).toBe(
            [...nights].filter((date) => date >= period.from && date < period.to).length,
          )
        },
      ),
    ))
})

test('a listing is live from the day it is published, and as planned after a pause', () => {
  const change = (on: string, live: boolean) => ({ at: `${on}T12:00:00.000Z`, on: null, live })
  const planned = { ...change('2026-03-01', true), on: '2026-03-20' }
  const read = (...changes: Parameters<typeof readLiveSpans>[0]) =>
    readLiveSpans(changes, (at) => at.slice(0, 10)).map(({ from, to }) => `${from}–${to ?? ''}`)
  const first = change('2026-01-05', true)
  expect(read(first)).toEqual(['2026-01-05–'])
  expect(read(first, change('2026-03-01', false), planned)).toEqual(['2026-01-05–2026-03-01', '2026-03-20–'])
  expect(read(first, change('2026-03-01', false), planned, change('2026-03-10', true))).toEqual([
    '2026-01-05–2026-03-01',
    '2026-03-10–',
  ])
  expect(read(first, change('2026-03-01', false), change('2026-03-01', true))).toEqual(['2026-01-05–'])
  expect(read(first, { ...change('2026-03-01', false), on: '2026-05-01' })).toEqual(['2026-01-05–2026-05-01'])
  expect(liveNightsOf('2026-03-01', [{ from: '2026-02-01', to: '2026-03-04' }])).toBe(0b111)
})
