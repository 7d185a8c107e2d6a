import { eventDefinitions } from '@hearth/contracts'
import { createCommandHash } from '@hearth/command-service/runtime/commandHash'
import type { LedgerEntry } from '@hearth/contracts/ledger'
import { describe, expect, it } from 'vitest'
import { findClosingStream, generateTenant } from './histories.ts'
import { arrivalSums, planTenant } from './plan.ts'
import { nowOf, drawSizes, computeToday, computeOpening, type Run } from './run.ts'
import { committedShape, ENDS } from './shape.ts'

const run: Run = { seed: 7, bookings: 1_500, tenants: 6, today: '2026-11-20' }
const shape = committedShape()
const sums = arrivalSums(run, shape)
const plans = drawSizes(run).map((size, tenant) => planTenant(run, tenant, size, shape, sums))
const stays = plans.flatMap(({ listings }) => listings.flatMap((listing) => listing.stays))
const share = (count: number) => count / stays.length

describe('the plan', () => {
  it('has exactly the requested bookings, and few tenants with many', () => {
    const sizes = drawSizes({ ...run, bookings: 100_000, tenants: 500 })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeGreaterThan(1_000)
    expect(stays).toHaveLength(run.bookings)
  })

  it('has a first tenant of the requested size, and leaves the rest to the others', () => {
    const sizes = drawSizes({ ...run, largest: 900 })
    expect(sizes).toHaveLength(run.tenants)
    expect(sizes[0]).toBe(900)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(run.bookings)
  })

  it('is distributed like the real data', () => {
    const total = ENDS.reduce((sum, end) => sum + shape.ends[end], 0)
    for (const end of ENDS)
      expect(share(stays.filter((stay) => stay.end === end).length)).toBeCloseTo(shape.ends[end] / total, 1)
    const months = (stays: readonly string[]) =>
      stays.filter((month) => month === '08' || month === '09').length
    expect(share(months(stays.map(({ checkIn }) => checkIn.slice(5, 7))))).toBeGreaterThan(0.3)
    expect(
      share(
        stays.filter(
          ({ checkIn, confirmedAt }) => Date.parse(checkIn) - Date.parse(confirmedAt) > 30 * 86_400_000,
        ).length,
      ),
    ).toBeGreaterThan(0.5)
    expect(stays.every(({ confirmedAt }) => confirmedAt < nowOf(run))).toBe(true)
    expect(stays.some(({ checkIn }) => checkIn > run.today)).toBe(true)
  })

  it('reads the day on which it began from its opening', () =>
    expect(computeToday(computeOpening(run))).toBe(run.today))
})

describe('the written events', () => {
  const histories = plans
    .slice(0, 2)
    .map((plan) => ({ plan, history: generateTenant(run, plan, createCommandHash('key')) }))
  const made = histories.map(({ plan, history: { account, listings, ledger } }) => {
    const all = [...listings()]
    return { plan, account, listings: all, ledger: ledger(all.flatMap(({ postings }) => postings)) }
  })
  const events = made.flatMap(({ account, listings, ledger }) =>
    [
      account,
      ...listings.flatMap(({ listing, calendar, bookings }) => [listing, calendar, ...bookings]),
      ledger,
    ].flatMap((stream) => stream.events),
  )

  it('conforms to the contracts, in order within each stream, with nothing after now and no id twice', () => {
    for (const { type, data, metadata } of events) {
      expect(eventDefinitions.get(type)?.schema.safeParse(data).error).toBeUndefined()
      expect((metadata['occurredAt'] ?? '') <= nowOf(run)).toBe(true)
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    for (const { listings, ledger } of made)
      for (const { events: inTurn } of [ledger, ...listings.map(({ calendar }) => calendar)]) {
        const times = inTurn.map(({ metadata }) => metadata['occurredAt'])
        expect(times).toEqual(times.toSorted())
      }
  })

  it('leaves nothing for the process manager of earnings to post, and every reduction notified', () => {
    for (const { listings, ledger } of made) {
      const posted = ledger.events
        .filter(({ type }) => type === 'LedgerEntryPosted')
        .map(({ data }) => data as LedgerEntry)
      const notified = ledger.events
        .filter(({ type }) => type === 'MoneyReducedNotified')
        .map(({ data }) => (data as Pick<LedgerEntry, 'entryId'>).entryId)
      const bookings = listings.flatMap((listing) => listing.bookings)
      const arrived = bookings.filter(({ events: lived }) =>
        lived.some(({ type }) => type === 'BookingCheckedIn'),
      )
      expect(
        posted
          .filter(({ kind }) => kind === 'booking_earnings')
          .map(({ bookingId }) => bookingId)
          .toSorted(),
      ).toEqual(arrived.map(({ stream }) => stream.slice('booking-'.length)).toSorted())
      expect(notified.toSorted()).toEqual(
        posted
          .filter(({ amountMinor }) => amountMinor < 0)
          .map(({ entryId }) => entryId)
          .toSorted(),
      )
    }
  })

  it('has a thread for each of the first bookings of the first tenant, and none for others', () => {
    const wanted: Run = { ...run, largest: 160, threads: 60 }
    const listThreads = (tenant: number) =>
      [
        ...generateTenant(
          wanted,
          planTenant(wanted, tenant, 160, shape, sums),
          createCommandHash('key'),
        ).listings(),
      ].flatMap(({ threads }) => threads)
    const [threads, others] = [listThreads(0), listThreads(1)]
    expect([threads.length, others.length]).toEqual([60, 0])
    for (const { type, data, metadata } of threads.flatMap((stream) => stream.events)) {
      expect(eventDefinitions.get(type)?.schema.safeParse(data).error).toBeUndefined()
      expect((metadata['occurredAt'] ?? '') <= nowOf(wanted)).toBe(true)
    }
    const isAnswered = ({ events: lived }: (typeof threads)[number]) =>
      lived.some(({ type }) => type === 'ResponseClockStopped')
    expect(threads.filter(isAnswered).length).toBeGreaterThan(50)
    expect(threads.every(isAnswered)).toBe(false)
  })

  it('ends with the closing stream', () => {
    for (const { plan, listings } of made)
      expect(listings.at(-1)?.bookings.map(({ stream }) => stream)).toContain(findClosingStream(run, plan))
  })

  it('is the same for the same run', () => {
    const again = [
      ...generateTenant(run, plans[0] as (typeof plans)[number], createCommandHash('key')).listings(),
    ]
    expect(again).toEqual(made[0]?.listings)
  })
})
