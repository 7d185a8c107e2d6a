import { describe, expect, it } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { parseWork } from '../outbox.ts'
import { overbookingProcess, type OverbookedState } from './overbookings.ts'

const listingId = 'c0000000-0000-4000-8000-000000000001'
const [early, late] = ['b0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002']
const AT = '2026-06-01T10:00:00.000Z'

type PastEvent = Readonly<{ type: string; data?: object; bookingId?: string }>
const happened = ({ type, data = {}, bookingId }: PastEvent, index: number): RecordedEvent => ({
  id: deriveId('event', String(index)),
  stream: bookingId === undefined ? `calendar-${listingId}` : `booking-${bookingId}`,
  revision: BigInt(index),
  type,
  data: { listingId, ...(bookingId === undefined ? {} : { bookingId }), ...data },
  metadata: { tenantId: 't' },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: AT,
})

/** The bookings that ask for their nights after the last event. */
const askers = (...past: readonly PastEvent[]) => {
  const history = past.map(happened)
  const asked: string[] = []
  let state: OverbookedState | undefined
  for (const event of history) {
    expect(overbookingProcess.correlate(event)).toBe(listingId)
    const [next, ...effects] = overbookingProcess.on(state, event)
    state = next
    asked.length = 0
    for (const effect of effects) {
      expect(parseWork(JSON.parse(JSON.stringify(effect))).ok).toBe(true)
      if (effect.kind === 'command') asked.push(effect.id ?? '')
    }
  }
  return asked
}

const overbooked = (bookingId: string, checkIn: string, checkOut: string): PastEvent => ({
  type: 'OverbookingDetected',
  bookingId,
  data: { checkIn, checkOut },
})
const both = [overbooked(early, '2026-07-10', '2026-07-13'), overbooked(late, '2026-07-12', '2026-07-15')]
const span = (start: string, end: string) => ({ start, end })

describe('an overbooked stay', () => {
  it('asks for its nights when it is recorded, in case they are free by then', () =>
    expect(askers(overbooked(early, '2026-07-10', '2026-07-13'))).toEqual([early]))

  it.each([
    ['NightsReleased', span('2026-07-10', '2026-07-13')],
    ['NightsMoved', { from: span('2026-07-12', '2026-07-13'), to: span('2026-08-01', '2026-08-02') }],
    ['BlockRemoved', span('2026-07-12', '2026-07-13')],
    ['BlockChanged', { before: span('2026-07-01', '2026-07-14'), after: span('2026-07-01', '2026-07-02') }],
    ['ImportedBlockRemoved', span('2026-07-12', '2026-07-13')],
    ['ImportedBlockMoved', { from: span('2026-07-12', '2026-07-13'), to: span('2026-08-01', '2026-08-02') }],
    ['ImportedBlockDismissed', span('2026-07-12', '2026-07-13')],
  ])('asks for its nights after %s, in the order of arrival', (type, data) =>
    expect(askers(...both, { type, data })).toEqual([early, late]),
  )

  it('also asks when only its preparation nights become free, and not for nights far away', () => {
    expect(askers(...both, { type: 'NightsReleased', data: span('2026-07-16', '2026-07-17') })).toEqual([
      late,
    ])
    expect(askers(...both, { type: 'NightsReleased', data: span('2026-08-16', '2026-08-17') })).toEqual([])
  })

  it('asks again when its cancellation is undone, and no longer once it is over', () => {
    const released: PastEvent = { type: 'NightsReleased', data: span('2026-07-10', '2026-07-13') }
    expect(askers(...both, { type: 'BookingCancellationRevoked', bookingId: late })).toEqual([late])
    expect(askers(...both, { type: 'BookingCancelled', bookingId: early }, released)).toEqual([late])
    expect(askers(...both, { type: 'OverbookingResolved', bookingId: late }, released)).toEqual([early])
    expect(askers(released)).toEqual([])
    expect(askers({ type: 'BookingCancellationRevoked', bookingId: late })).toEqual([])
  })
})
