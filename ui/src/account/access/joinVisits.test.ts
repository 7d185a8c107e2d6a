import { expect, it } from 'vitest'
import type { AccessLogEntry } from '../../data/records/records.ts'
import { joinVisits } from './joinVisits.ts'

const read = (id: string, at: string, more: Partial<AccessLogEntry> = {}) =>
  ({
    id,
    kind: 'staff',
    staffUserId: 'sam',
    at: `2026-07-06T${at}:00.000Z`,
    endedAt: null,
    entries: [{ at: `2026-07-06T${at}:00.000Z`, kind: 'read', text: 'bookings', recordIds: [] }],
    entryCount: 1,
    ...more,
  }) as AccessLogEntry

it('makes what one person read in a row one visit, with all of it in order', () => {
  const [visit, ...others] = joinVisits([read('c', '10:40'), read('b', '10:20'), read('a', '10:00')])
  expect(others).toEqual([])
  expect(visit).toMatchObject({
    at: '2026-07-06T10:00:00.000Z',
    endedAt: '2026-07-06T10:40:00.000Z',
    entryCount: 3,
  })
  expect(visit?.entries.map(({ at }) => at.slice(11, 16))).toEqual(['10:00', '10:20', '10:40'])
})

it('keeps apart other people, longer pauses and impersonations', () => {
  const apart = [
    read('d', '12:00'),
    read('c', '10:20', { staffUserId: 'alex' }),
    read('b', '10:10', { kind: 'impersonation' }),
    read('a', '10:00'),
  ]
  expect(joinVisits(apart)).toEqual(apart)
})
