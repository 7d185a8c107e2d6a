import { processes } from '@hearth/contracts/processes'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { categoryOfStream, type Message, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { defineProcess, reactBy } from '@hearth/contracts/kernel/process'
import type { Row } from '@hearth/contracts/kernel/projection'
import { expect, it } from 'vitest'
import { randomStays } from '../testing/stays.ts'
import { eventAt, entryAt } from '../testing/event.ts'
import { asProjection } from './asProjection.ts'
import { react, type Instance } from './react.ts'

const job = (name: string) => ({ kind: 'job', name, data: {} }) as const

const bell = defineProcess({
  name: 'bell',
  version: 1,
  correlate: () => 'one',
  on: (state: Row = { rings: 0 }, { type, recordedAt }) => {
    if (type === 'Wrong') throw new Error('out of tune')
    if (type === 'Set') return [state, { kind: 'timer', name: 'ring', at: recordedAt, work: job('ring') }]
    if (type === 'Unset') return [state, { kind: 'cancel', name: 'ring' }]
    return type === 'End' ? [undefined] : [{ rings: Number(state['rings']) + 1 }, job('dong'), job('dong')]
  },
})
const entry = (at: number, type: string, instance = 'one') => entryAt(eventAt(at, type, {}), [instance])
const none: ReadonlyMap<string, Instance> = new Map()

it('takes all events, or only the types that a process declares', () => {
  const gong = defineProcess({
    ...bell,
    on: reactBy<Row, { type: 'Ring'; data: unknown }>({ Ring: (state) => [state, job('dong')] }),
  })
  const keysOf = (manager: typeof bell | typeof gong) =>
    ['Ring', 'Painted'].map((type) => asProjection(manager).keys(eventAt(1, type, {})))
  expect(keysOf(gong)).toEqual([['one'], []])
  expect(keysOf(bell)).toEqual([['one'], ['one']])
  expect(gong.on({ rings: 1 }, eventAt(1, 'Painted', {}))).toEqual([{ rings: 1 }])
})

it('gives each effect of each event its own id, the same at every replay', () => {
  const entries = [entry(1, 'Ring'), entry(2, 'Ring'), entry(3, 'Set'), entry(4, 'Ring', 'two')]
  const { outgoing } = react(bell, none, entries, 0n)
  expect(outgoing).toHaveLength(7)
  expect(new Set(outgoing.map(({ id }) => id)).size).toBe(7)
  expect(react(bell, none, entries, 0n).outgoing).toEqual(outgoing)
  // Cut into batches anywhere, it is the same.
  for (let cut = 1; cut < entries.length; cut += 1) {
    const first = react(bell, none, entries.slice(0, cut), 0n)
    expect([...first.outgoing, ...react(bell, first.instances, entries.slice(cut), 0n).outgoing]).toEqual(
      outgoing,
    )
  }
})

it('cancels timers that were set before, and drops those set in the same batch', () => {
  expect(react(bell, none, [entry(1, 'Set'), entry(2, 'Unset')], 0n)).toMatchObject({
    outgoing: [],
    cancelled: [{ instance: 'one', timer: 'ring' }],
  })
  const again = react(bell, none, [entry(1, 'Set'), entry(2, 'Set')], 0n)
  expect(again.outgoing.map(({ eventId }) => eventId)).toEqual(['id-2'])
})

it('has no effects and cancels nothing up to the position of a former version', () => {
  const { outgoing, cancelled, instances } = react(
    bell,
    none,
    [entry(1, 'Ring'), entry(2, 'Unset'), entry(3, 'Ring')],
    2n,
  )
  expect(outgoing.map(({ eventId }) => eventId)).toEqual(['id-3', 'id-3'])
  expect(cancelled).toEqual([])
  expect(instances.get('one')?.state).toEqual({ rings: 2 })
})

it('stops only the instance whose event fails', () => {
  const { instances, outgoing, failures } = react(
    bell,
    none,
    [entry(1, 'Wrong'), entry(2, 'Ring'), entry(3, 'Ring', 'two')],
    0n,
  )
  expect(failures.map(({ message }) => message)).toEqual(['Wrong stops bell one'])
  expect(instances.get('one')).toMatchObject({ error: 'out of tune' })
  expect(outgoing.map(({ instance }) => instance)).toEqual(['two', 'two'])
  expect(react(bell, instances, [entry(4, 'Ring')], 0n).outgoing).toEqual([])
})

it('stops an instance whose effect is invalid, and names the wrong field', () => {
  const broken = defineProcess<Row, Message>({
    ...bell,
    on: (_state, { type }) => [
      { rings: 1 },
      job('dong'),
      {
        kind: 'timer',
        name: 'move',
        at: '2026-06-12T13:42:00.000Z',
        work: {
          kind: 'command',
          commandId: deriveId('move'),
          type: 'MoveListing',
          id: deriveId('listing'),
          data: { stage: type },
        },
      },
    ],
  })
  const { instances, outgoing, aside } = react(broken, none, [entry(1, 'sold'), entry(2, 'ready')], 0n)
  expect(instances.get('one')).toMatchObject({
    state: undefined,
    error: expect.stringContaining('MoveListing: /data/stage: '),
  })
  expect([outgoing, aside.length]).toEqual([[], 2])
  expect(react(broken, none, [entry(1, 'ready')], 0n).outgoing).toHaveLength(2)
  // Nothing is carried out of what lies before.
  expect(react(broken, none, [entry(1, 'sold')], 1n).instances.get('one')).toMatchObject({
    state: { rings: 1 },
    error: undefined,
  })
})

it('forgets an instance that has ended', () => {
  expect(react(bell, none, [entry(1, 'Ring'), entry(2, 'End')], 0n).instances.get('one')).toEqual({
    tenantId: 't',
    state: undefined,
    error: undefined,
  })
})

it('produces the same effects of random stays in any batches, each id once, with JSON states', async () => {
  const plain = { seal: async (_tenant: string, _stream: string, _type: string, data: unknown) => data }
  const histories = await randomStays(plain, 60, 7)
  let commit = 0n
  // Calendars before bookings of the same account: holds come first in the log as well.
  const log = histories
    .toSorted(
      (a, b) =>
        Number(categoryOfStream(b.stream) === 'calendar') - Number(categoryOfStream(a.stream) === 'calendar'),
    )
    .flatMap(({ stream, events }) =>
      events.map((event, index): RecordedEvent => {
        commit += 1n
        return {
          ...event,
          stream,
          revision: BigInt(index),
          position: { commit, prepare: commit },
          recordedAt: event.metadata['occurredAt'] ?? '',
        }
      }),
    )
  for (const manager of processes) {
    const entries = log.flatMap((event) => {
      const instance = manager.correlate(event)
      return instance === undefined ? [] : [entryAt(event, [instance])]
    })
    const run = (size: number) => {
      let known = new Map<string, Instance>()
      const pending = new Map<string, string>()
      const ids: string[] = []
      for (let from = 0; from < entries.length; from += size) {
        const { instances, outgoing, cancelled, failures } = react(
          manager,
          known,
          entries.slice(from, from + size),
          0n,
        )
        expect(failures).toEqual([])
        for (const { instance, timer } of cancelled) pending.delete(`${instance}/${timer}`)
        for (const { id, instance, timer } of outgoing) {
          ids.push(id)
          pending.set(timer === undefined ? id : `${instance}/${timer}`, id)
        }
        known = new Map(JSON.parse(JSON.stringify([...known, ...instances])) as [string, Instance][])
      }
      expect(new Set(ids).size).toBe(ids.length)
      return {
        pending: [...pending.values()].toSorted(),
        states: [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      }
    }
    const whole = run(entries.length)
    for (const size of [1, 7, 64]) expect(run(size)).toEqual(whole)
    // The others have nothing to do with stays.
    expect([manager.name, whole.pending.length > 0]).toEqual([
      manager.name,
      ['stay', 'earnings', 'messagePlan', 'review', 'referred-stay'].includes(manager.name),
    ])
  }
})
