import type { Trace } from '@hearth/contracts/event'
import { describe, expect, it } from 'vitest'
import { parseEventQuery, eventsPath, toInstant, parseTotal } from './eventFilters.ts'
import { compareRecords } from '../data/recordDifference.ts'
import { eventTexts } from '../i18n/en/event.ts'
import { foldStaffAccess } from './foldStaffAccess.ts'
import { RECORD_RESOURCES } from './record/recordResources.ts'
import { inOrder, keys, traceLayout } from './trace/traceLayout.ts'

describe('the events’ address', () => {
  it('becomes the filter of the list, without its invalid parts', () => {
    const query = parseEventQuery(
      new URLSearchParams('report=events&stream=booking-1&type=&from=2026-07-16T13:42&until=soon&page=2'),
    )
    expect(query).toEqual({ stream: 'booking-1', from: '2026-07-16T13:42:00.000Z', page: 2 })
    const { searchParams } = new URL(eventsPath(query), 'http://hearth.test')
    expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({
      stream: 'booking-1',
      occurredAt_gte: '2026-07-16T13:42:00.000Z',
    })
    expect(searchParams.get('range')).toBe('[100,199]')
    expect(parseEventQuery(new URLSearchParams('page=-1')).page).toBe(1)
  })

  it('reads instants and totals', () => {
    expect([
      toInstant('2026-07-16T13:42:10Z'),
      toInstant('16 July'),
      parseTotal('events 0-24/9813'),
      parseTotal(null),
    ]).toEqual(['2026-07-16T13:42:10.000Z', undefined, 9813, 0])
  })
})

it('compares two states leaf by leaf; absent is not null', () => {
  const lines = compareRecords(
    { id: 'b', tenantId: 't', status: 'held', money: { total: 1, fee: null }, notes: [] },
    { id: 'b', tenantId: 't', status: 'confirmed', money: { total: 1 }, notes: ['late'] },
  )
  expect(lines.filter(({ differs }) => differs).map(({ path, a, b }) => [path, a, b])).toEqual([
    ['status', 'held', 'confirmed'],
    ['notes.0', undefined, 'late'],
    ['money.fee', 'null', undefined],
    ['notes', '[]', undefined],
  ])
  expect(compareRecords(null, { id: 'b', status: 'held' })).toEqual([
    { path: 'status', a: undefined, b: 'held', differs: true },
  ])
})

it('names each record that can be compared', () =>
  expect(Object.keys(eventTexts.record.resources).toSorted()).toEqual([...RECORD_RESOURCES].toSorted()))

describe('the picture of a trace', () => {
  const event = (id: string, projections: readonly string[]) => ({
    id,
    type: 'NightsHeld',
    stream: 'calendar-1',
    streamRevision: 0,
    commit: '1',
    occurredAt: '2026-07-16T13:42:00.000Z',
    recordedAt: '2026-07-16T13:42:00.000Z',
    rows: projections.map((projection) => ({
      projection,
      resource: null,
      ids: ['1'],
      count: 1,
      shown: true,
    })),
    effects: projections.map((name) => ({
      id: `${id}-${name}`,
      manager: 'stay',
      name,
      timer: null,
      dueAt: '2026-07-16T13:42:00.000Z',
      doneAt: null,
      attempts: 0,
      error: null,
    })),
  })
  const command = (
    id: string,
    parent: string | null,
    events: ReturnType<typeof event>[],
  ): Trace['commands'][number] => ({
    id,
    parent,
    tenantId: 't',
    who: { id: 'u', name: 'Ana', kind: 'host' },
    events,
  })
  const commands = [
    command('a', null, [event('e1', ['booking'])]),
    command('c', 'b', [event('e4', [])]),
    command('b', 'a', [event('e2', ['claim', 'night']), event('e3', [])]),
  ]

  it('puts each command after the one that caused it', () => {
    expect(inOrder(commands).map(({ command: { id }, depth }) => [id, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
  })

  it('never overlaps two boxes of a column, and connects every box', () => {
    const { boxes, edges, height } = traceLayout({ commands })
    const all = [...boxes.values()]
    for (const box of all)
      for (const other of all) {
        const apart =
          box === other ||
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y ||
          other.y + other.height <= box.y
        expect(apart, JSON.stringify([box, other])).toBe(true)
      }
    expect(edges).toHaveLength(all.length - 1)
    expect(Math.max(...all.map((box) => box.y + box.height))).toBeLessThanOrEqual(height)
    expect(boxes.get(keys.row('e2', 'night'))?.y).toBeGreaterThan(boxes.get(keys.row('e2', 'claim'))?.y ?? 0)
  })
})

describe('accesses of staff in the log', () => {
  const event = (id: string, type = 'StaffLooked') => ({ id, type })

  it('are one line where they are in a row, under a key that newer ones do not change', () => {
    const booked = event('b', 'BookingConfirmed')
    const [a1, a2, a3] = [event('a1'), event('a2'), event('a3')]
    expect(foldStaffAccess([a1, a2, booked, a3])).toEqual([{ key: 'a2', accesses: [a1, a2] }, booked, a3])
    expect(foldStaffAccess([event('a0'), a1, a2])).toMatchObject([{ key: 'a2' }])
    expect(foldStaffAccess([])).toEqual([])
  })
})
