import { expect, it } from 'vitest'
import { violations, type LoggedEvent } from './oracle.ts'

const event = (
  stream: string,
  revision: number,
  type: string,
  commandId: string,
  data: Record<string, unknown> = {},
): LoggedEvent => ({ id: `${stream}/${revision}`, stream, revision, type, commandId, data })
const night = { claimId: 'b1', listingId: 'l1', start: '2026-01-01', end: '2026-01-02' }
const log = [
  event('calendar-l1', 0, 'NightsHeld', 'hold', night),
  event('booking-b1', 0, 'BookingConfirmed', 'k1'),
  event('calendar-l1', 1, 'NightsCommitted', 'commit', { claimId: 'b1', listingId: 'l1' }),
]
const answer = { key: 'k1', stream: 'booking-b1', revision: 0, events: ['BookingConfirmed'] }
const attempted = new Set(['k1'])

it('finds nothing wrong with a complete log', () => expect(violations([answer], attempted, log)).toEqual([]))
it('finds a lost command', () =>
  expect(violations([{ ...answer, key: 'k2' }], attempted, log)).toHaveLength(1))
it('finds a command applied twice', () =>
  expect(
    violations([answer], attempted, [...log, event('booking-b1', 1, 'BookingConfirmed', 'k1')]),
  ).not.toEqual([]))
it('finds a gap', () =>
  expect(
    violations([answer], attempted, [
      ...log,
      event('calendar-l1', 3, 'BlockCreated', 'k1', {
        blockId: 'x',
        listingId: 'l2',
        start: '2026-05-01',
        end: '2026-05-02',
      }),
    ]),
  ).toHaveLength(1))
it('finds a booking without nights', () =>
  expect(violations([answer], attempted, log.slice(0, 2))).toHaveLength(1))
it('finds an event that no command caused', () =>
  expect(violations([answer], new Set(), log)).toHaveLength(1))
it('finds a refund that was never sent', () =>
  expect(
    violations([answer], attempted, [...log, event('booking-b1', 1, 'RefundRequested', 'k9')]),
  ).toHaveLength(1))
it('finds a night sold twice', () =>
  expect(
    violations([answer], attempted, [
      ...log,
      event('calendar-l1', 2, 'BlockCreated', 'k1', {
        blockId: 'x',
        listingId: 'l1',
        start: '2026-01-01',
        end: '2026-01-03',
      }),
    ]),
  ).toHaveLength(1))
