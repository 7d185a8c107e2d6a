import type { Recorded } from '@hearth/platform/event-store/port'
import { describe, expect, it } from 'vitest'
import { createStreams, type Folded } from './streams.ts'

const counter = {
  category: 'counter',
  initial: 0,
  evolve: { Added: (state: number, data: { by: number }) => state + data.by },
}

const added = (stream: string, revision: number, by: number): Recorded => ({
  id: `id-${revision}`,
  stream,
  revision: BigInt(revision),
  type: 'Added',
  data: { by, listingId: 'l' },
  metadata: {
    tenantId: 't',
    occurredAt: `2026-01-0${revision + 1}T00:00:00.000Z`,
    commandId: `command-${revision}`,
    commandHash: 'h',
    undo: 'TakeBack@',
  },
  position: { commit: BigInt(100 + revision), prepare: BigInt(100 + revision) },
  recordedAt: '',
})

/** Pure: events in an array, reads counted. */
const setUp = (events: Recorded[], maxWeight = 1_000) => {
  const reads: string[] = []
  let now = 0
  const streams = createStreams({
    store: {
      read: async function* (stream, { from = 0n } = {}) {
        reads.push(`${stream}@${from}`)
        yield* events.filter((event) => event.stream === stream && event.revision >= from)
      },
    },
    read: async (recorded) => recorded.map((event) => ({ event })),
    maxWeight,
    monotonic: () => (now += 1),
  })
  return { streams, reads, later: () => now }
}

describe('streams', () => {
  it('fold once, then read only newer events', async () => {
    const events = [added('counter-a', 0, 2), added('counter-a', 1, 3)]
    const { streams, reads, later } = setUp(events)
    expect(await streams.load(counter, 'counter-a')).toMatchObject({
      state: 5,
      revision: 1n,
      commit: 101n,
      tenantId: 't',
      listingId: 'l',
      occurredAt: '2026-01-02T00:00:00.000Z',
    })
    await streams.load(counter, 'counter-a')
    events.push(added('counter-a', 2, 10))
    expect(await streams.load(counter, 'counter-a', later() + 1)).toMatchObject({ state: 15, revision: 2n })
    expect(reads).toEqual(['counter-a@0', 'counter-a@2'])
  })

  it('remember what each command did', async () => {
    const { streams } = setUp([added('counter-a', 0, 2)])
    const { commands } = await streams.load(counter, 'counter-a')
    expect(commands.get('command-0')).toEqual({
      hash: 'h',
      revision: 0n,
      commit: 100n,
      events: ['Added'],
      undo: { command: 'TakeBack', expiresAt: null },
    })
  })

  it('fold an append without reading it back, and once only if it is read as well', async () => {
    const events = [added('counter-a', 0, 2)]
    const { streams, reads, later } = setUp(events)
    const view = await streams.load(counter, 'counter-a')
    const { type, data, metadata, revision } = added('counter-a', 1, 5)
    const appended: Folded = { type, data, metadata, revision, commit: 200n }
    expect(streams.advance(counter, view, [appended])).toMatchObject({ state: 7, revision: 1n })
    expect(streams.advance(counter, view, [appended]).commands.get('command-1')?.events).toEqual(['Added'])
    expect(await streams.load(counter, 'counter-a')).toMatchObject({ state: 7 })
    expect(reads).toEqual(['counter-a@0'])
    events.push(added('counter-a', 1, 5))
    expect(await streams.load(counter, 'counter-a', later() + 1)).toMatchObject({ state: 7, revision: 1n })
  })

  it('trust that a stream is empty only for the maximum age', async () => {
    const events: Recorded[] = []
    const { streams, reads, later } = setUp(events)
    const before = later()
    expect(await streams.load(counter, 'counter-a')).toMatchObject({ revision: -1n, state: 0 })
    expect(await streams.load(counter, 'counter-a', 0, before)).toMatchObject({ revision: -1n })
    expect(reads).toHaveLength(1)
    events.push(added('counter-a', 0, 4))
    expect(await streams.load(counter, 'counter-a')).toMatchObject({ revision: 0n, state: 4 })
    expect(await streams.load(counter, 'counter-a', 0, before)).toMatchObject({ revision: 0n })
    expect(reads).toHaveLength(2)
  })

  it('keep at most the configured number', async () => {
    const { streams, reads } = setUp(
      ['a', 'b', 'c'].map((name) => added(`counter-${name}`, 0, 1)),
      25,
    )
    await streams.load(counter, 'counter-none')
    await streams.load(counter, 'counter-none')
    await streams.load(counter, 'counter-a')
    await streams.load(counter, 'counter-b')
    await streams.load(counter, 'counter-a')
    await streams.load(counter, 'counter-c')
    await streams.load(counter, 'counter-a')
    await streams.load(counter, 'counter-b')
    expect(reads.map((read) => read.slice('counter-'.length))).toEqual([
      'none@0',
      'none@0',
      'a@0',
      'b@0',
      'c@0',
      'b@0',
    ])
  })
})
