import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bookingProjection } from './booking/projections.ts'
import { calendarProjection, claimProjection } from './calendar/projections.ts'
import { listingProjection } from './listing/projections.ts'
import { domain, resources } from './index.ts'
import { formatStream, type Aggregate, type RecordedEvent } from './kernel/message.ts'
import type { Projection, Row } from './kernel/projection.ts'
import type { Resource } from './kernel/resource.ts'
import { projections } from './projections.ts'

type Said = Readonly<{ type: string; data?: Readonly<Record<string, unknown>>; at?: string }>

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const categoryOf = (type: string) =>
  Object.values(domain).find((aggregate: Aggregate) => type in aggregate.events)?.category ?? ''

/**
 * An event with its fixture's data, changed where the story says so; all of one category belong to one
 * stream.
 */
const recorded = ({ type, data, at = '2026-06-01T00:00:00.000Z' }: Said, index: number): RecordedEvent => ({
  id: `e${index}`,
  stream: formatStream(categoryOf(type), 'x'),
  revision: BigInt(index),
  type,
  data: { ...fixture(type), ...data },
  metadata: { occurredAt: at, actorId: 'u1', tenantId: 't' },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: at,
})

const fold = <R extends Row>(projection: Projection<R>, ...story: readonly Said[]) => {
  const rows = new Map<string, R>()
  for (const event of story.map(recorded)) {
    for (const key of projection.keys(event)) {
      const row = projection.fold(rows.get(key), event, key)
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
    }
  }
  return rows
}

test('has a projection for every resource that fills its table with its rows', () => {
  const all: readonly Resource[] = Object.values(resources)
  for (const { table, row, elsewhere = [] } of all) {
    const columns = Object.entries(row.shape).filter(([field]) => !elsewhere.includes(field))
    const found = projections.find(({ name }) => name === table)?.row
    expect(Object.entries(found?.shape ?? {})).toEqual(columns)
    if (elsewhere.length === 0) expect(found).toBe(row)
  }
})

describe('a booking’s row', () => {
  const row = (...story: readonly Said[]) =>
    fold(bookingProjection, { type: 'BookingConfirmed' }, ...story).get('x')
  const refund = (refundId: string, amountMinor: number): Said => ({
    type: 'RefundRequested',
    data: { refundId, amountMinor },
  })

  test('begins with the stay and its money', () =>
    expect(row()).toMatchObject({
      status: 'confirmed',
      guests: 3,
      nights: 5,
      payment: 'paid',
      hostPayoutMinor: 94_640,
      guestTotalMinor: 123_200,
      confirmedAt: '2026-06-01T00:00:00.000Z',
      payableAt: '2026-07-11T19:00:00.000Z',
    }))
  test('shows a running cancellation and forgets a revoked one', () => {
    expect(row({ type: 'BookingCancellationStarted' })).toMatchObject({
      status: 'cancelling',
      statusBefore: 'confirmed',
      cancelReason: 'owner_use',
      hostPayoutMinor: 94_640,
      effectiveAt: '2026-06-12T13:52:00.000Z',
    })
    expect(row({ type: 'BookingCancellationStarted' }, { type: 'BookingCancellationRevoked' })).toEqual(row())
  })
  test('shows what the host receives after a cancellation, less the fee', () => {
    const outcome = {
      ...(fixture('BookingCancellationStarted')['outcome'] as object),
      hostPayoutMinor: 500,
      hostFeeMinor: 28_000,
    }
    expect(
      row({ type: 'BookingCancelled', data: { outcome }, at: '2026-06-12T13:52:00.000Z' }),
    ).toMatchObject({
      status: 'cancelled',
      hostPayoutMinor: -27_500,
      cancelledAt: '2026-06-12T13:52:00.000Z',
      effectiveAt: null,
    })
  })
  test('shows the altered stay; what it costs less isn’t a refund of its price', () => {
    const { before, after } = fixture('BookingAltered')
    const shorter = { type: 'BookingAltered', data: { before: after, after: before } } as const
    expect(row({ type: 'BookingAltered' })).toMatchObject({
      checkOut: '2026-07-16',
      nights: 6,
      guests: 4,
      guestTotalMinor: 147_400,
      hostPayoutMinor: 113_230,
      checkOutInstant: '2026-07-16T15:00:00.000Z',
    })
    const back = refund('a', 24_200)
    const given = { ...back, data: { ...back.data, cause: 'alteration:a' } }
    expect(row({ type: 'BookingAltered' }, shorter, given)).toMatchObject({
      checkOut: '2026-07-15',
      refundedMinor: 0,
      payment: 'paid',
      guestTotalMinor: 123_200,
      refunds: [{ amountMinor: 24_200 }],
    })
  })
  test('counts what the guest was refunded', () => {
    expect(row(refund('a', 100))).toMatchObject({ refundedMinor: 100, payment: 'partially_refunded' })
    expect(row(refund('a', 100), refund('b', 123_100))).toMatchObject({ payment: 'refunded' })
    expect(row(refund('a', 100), { type: 'RefundFailed', data: { refundId: 'a' } })).toMatchObject({
      refundedMinor: 0,
      payment: 'paid',
      refunds: [{ state: 'failed' }],
    })
    expect(
      row(refund('a', 100), { type: 'RefundSettled', data: { refundId: 'a', providerRef: 'p' } }),
    ).toMatchObject({ refundedMinor: 100, refunds: [{ state: 'settled', providerRef: 'p' }] })
    expect(row(refund('a', 100), { type: 'ChargebackReceived' })).toMatchObject({
      payment: 'charged_back',
      chargedBackMinor: 20_000,
    })
    expect(
      row(refund('a', 100), { type: 'ChargebackReceived' }, { type: 'ChargebackReversed' }),
    ).toMatchObject({ payment: 'partially_refunded', chargedBackMinor: 0 })
  })
  test('is absent for an abandoned hold', () =>
    expect(fold(bookingProjection, { type: 'BookingHoldAbandoned' }).size).toBe(0))
  test('shows an overbooking', () =>
    expect(fold(bookingProjection, { type: 'OverbookingDetected' }).get('x')).toMatchObject({
      status: 'overbooked',
    }))
  test('shows a resolved overbooking as confirmed', () =>
    expect(
      fold(bookingProjection, { type: 'OverbookingDetected' }, { type: 'OverbookingResolved' }).get('x'),
    ).toMatchObject({ status: 'confirmed' }))
  test('excludes notes for Hearth', () =>
    expect(
      row({ type: 'BookingNoteAdded' }, { type: 'BookingNoteAdded', data: { visibility: 'staff' } })?.notes,
    ).toHaveLength(1))
})

describe('claims and calendars', () => {
  const span = { start: '2026-07-10', end: '2026-07-13' }
  const held: Said = {
    type: 'NightsHeld',
    data: { listingId: 'l', claimId: 'c', kind: 'request_hold', ...span },
  }
  const block: Said = { type: 'BlockCreated', data: { listingId: 'l', blockId: 'b', kind: 'other', ...span } }
  const taken = (...story: readonly Said[]) =>
    fold(calendarProjection, ...story)
      .get('l')
      ?.claims.map(({ claimId, kind, start, end }) => `${claimId} ${kind} ${start} ${end}`)

  test('stay taken by a hold until it is released', () => {
    expect(taken(held)).toEqual(['c request_hold 2026-07-10 2026-07-13'])
    expect(
      taken(held, { type: 'NightsReleased', data: { listingId: 'l', claimId: 'c', ...span } }),
    ).toBeUndefined()
  })
  test('become a booking when the request is committed', () => {
    const committed: Said = { type: 'NightsCommitted', data: { listingId: 'l', claimId: 'c', ...span } }
    expect(taken(held, committed)).toEqual(['c booking 2026-07-10 2026-07-13'])
    expect(fold(claimProjection, held, committed).get('c')).toMatchObject({
      kind: 'booking',
      state: 'committed',
      holdExpiresAt: null,
      nights: 3,
    })
  })
  test('are taken and released by a move', () => {
    const moved: Said = {
      type: 'NightsMoved',
      data: {
        listingId: 'l',
        claimId: 'c',
        kind: 'booking',
        state: 'committed',
        from: span,
        to: { start: '2026-07-12', end: '2026-07-14' },
      },
    }
    expect(taken(held, moved)).toEqual(['c booking 2026-07-12 2026-07-14'])
  })
  test('are kept until the second day after their last one', () => {
    const later = (at: string): Said => ({
      type: 'BlockCreated',
      data: { listingId: 'l', blockId: 'b', kind: 'other', start: '2026-08-01', end: '2026-08-02' },
      at,
    })
    expect(taken(held, later('2026-07-14T23:00:00.000Z'))).toHaveLength(2)
    expect(taken(held, later('2026-07-15T00:00:00.000Z'))).toEqual(['b other 2026-08-01 2026-08-02'])
  })
  test('conflict when two claims share a night', () =>
    expect(fold(calendarProjection, held, block).get('l')).toMatchObject({
      clashUntil: '2026-07-13',
      claims: [{ claimId: 'c' }, { claimId: 'b' }],
    }))
  test('do not conflict when the host lets two stays share them', () => {
    const shared: Said = { type: 'NightsShared', data: { listingId: 'l', claimId: 's', ...span } }
    expect(fold(calendarProjection, held, shared).get('l')).toMatchObject({
      clashUntil: null,
      claims: [{ claimId: 'c' }, { claimId: 's', kind: 'booking', shared: true }],
    })
    expect(fold(claimProjection, shared).get('s')).toMatchObject({ kind: 'booking', shared: true, nights: 3 })
  })
  test('stay blocked in the past when a block is removed, and can return', () => {
    const removed: Said = {
      type: 'BlockRemoved',
      data: { listingId: 'l', blockId: 'b', ...span, remaining: { start: '2026-07-10', end: '2026-07-11' } },
      at: '2026-07-11T12:00:00.000Z',
    }
    const restored: Said = {
      type: 'BlockRestored',
      data: { listingId: 'l', blockId: 'b', kind: 'other', ...span },
    }
    expect(taken(block, removed)).toEqual(['b other 2026-07-10 2026-07-11'])
    expect(fold(claimProjection, block, removed).get('b')).toMatchObject({
      state: 'committed',
      nights: 1,
      removedStart: '2026-07-10',
      removedEnd: '2026-07-13',
      restorableUntil: '2026-08-10T12:00:00.000Z',
    })
    expect(taken(block, removed, restored)).toEqual(taken(block))
    expect(fold(claimProjection, block, removed, restored)).toEqual(fold(claimProjection, block))
  })
  test('are released when a whole block is removed', () => {
    const removed: Said = {
      type: 'BlockRemoved',
      data: { listingId: 'l', blockId: 'b', ...span, remaining: null },
    }
    expect(taken(block, removed)).toBeUndefined()
    expect(fold(claimProjection, block, removed).get('b')).toMatchObject({ state: 'released', ...span })
  })
  test('are taken and released by a changed block', () => {
    const changed: Said = {
      type: 'BlockChanged',
      data: {
        listingId: 'l',
        blockId: 'b',
        kind: 'other',
        before: { ...span, note: null },
        after: { start: '2026-07-12', end: '2026-07-14', note: 'Roof' },
      },
    }
    expect(taken(block, changed)).toEqual(['b other 2026-07-12 2026-07-14'])
    expect(fold(claimProjection, block, changed).get('b')).toMatchObject({ nights: 2, note: 'Roof' })
  })
})

test('keeps a delisted listing open until its last day only if it was live', () => {
  const rowAfter = (...types: string[]) =>
    [
      ...fold(
        listingProjection,
        { type: 'ListingStarted' },
        ...types.map((type) => ({
          type,
          data: type === 'ListingDelisted' ? { effectiveOn: '2026-09-30' } : {},
        })),
      ).values(),
    ][0]
  expect(rowAfter('ListingPublished', 'ListingDelisted')).toMatchObject({
    status: 'delisted',
    delistedOn: '2026-09-30',
    openUntil: '2026-09-30',
  })
  expect(rowAfter('ListingPublished', 'ListingPaused', 'ListingDelisted')).toMatchObject({
    status: 'delisted',
    delistedOn: '2026-09-30',
    openUntil: null,
  })
})

test('restores a reinstated listing to its state before the suspension, even an open-ended pause', () => {
  const rowAfter = (...types: string[]) =>
    [
      ...fold(
        listingProjection,
        { type: 'ListingStarted' },
        { type: 'ListingPublished' },
        ...types.map((type) => ({ type, data: type === 'ListingPaused' ? { until: null } : {} })),
      ).values(),
    ][0]
  expect(rowAfter('ListingSuspended', 'ListingReinstated')).toMatchObject({
    status: 'live',
    suspendedFrom: null,
  })
  expect(rowAfter('ListingPaused', 'ListingSuspended')).toMatchObject({
    status: 'suspended',
    suspendedFrom: 'paused',
  })
  expect(rowAfter('ListingPaused', 'ListingSuspended', 'ListingReinstated')).toMatchObject({
    status: 'paused',
    suspendedFrom: null,
  })
})
