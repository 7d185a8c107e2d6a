import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type EventStore,
  type NewEvent,
  type Recorded,
} from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { createRandom } from './tally.ts'

const TENANTS = ['tenant-a', 'tenant-b', 'tenant-c']
const LANES = 16
const APPEND_ATTEMPTS = 20

type Open = { id: string; tenantId: string; group: string; events: NewEvent[] }

/** What one stream will hold. */
export type StreamHistory = Readonly<{ stream: string; events: readonly NewEvent[] }>

/** Random streams of tally events, one list per stream; about `size` events. */
export const randomHistories = async (
  sealer: Pick<Sealer, 'seal'>,
  size: number,
  seed: number,
): Promise<readonly StreamHistory[]> => {
  const random = createRandom(seed)
  const streams: Open[] = []
  const add = async (stream: Open, type: string, fields: Readonly<Record<string, unknown>>) => {
    const data = { tallyId: stream.id, group: stream.group, ...fields }
    const occurredAt = new Date(Date.UTC(2026, 0, 1) + random(1_000_000_000)).toISOString()
    const metadata = { tenantId: stream.tenantId, schema: '1', occurredAt, commandId: randomUUID() }
    stream.events.push({
      id: randomUUID(),
      type,
      data: await sealer.seal(stream.tenantId, `tally-${stream.id}`, type, data),
      metadata,
    })
  }
  for (let made = 0; made < size; made += 1) {
    const stream = streams[random(streams.length + 8)]
    if (!stream || stream.events.at(-1)?.type === 'TallyClosed') {
      const next = {
        id: randomUUID(),
        tenantId: TENANTS[random(TENANTS.length)] ?? '',
        group: `group-${random(20)}`,
        events: [],
      }
      streams.push(next)
      await add(next, 'TallyOpened', {
        owner: `Åse "${random(100)}" O’Neil\\`,
        ownerRef: `guest-${random(50)}`,
        day: `2026-0${1 + random(9)}-1${random(10)}`,
      })
    } else if (random(12) === 0) await add(stream, 'TallyClosed', {})
    else if (random(6) === 0) await add(stream, 'TallyNoted', { note: `{"a,b"} ${random(1000)} 🏠` })
    else if (random(10) === 0) await add(stream, 'SomethingElse', {})
    else await add(stream, 'TallyCounted', { amount: random(2_000) - 1_000, rate: random(1_000) / 7 })
  }
  return streams.map(({ id, events }) => ({ stream: `tally-${id}`, events }))
}

// A busy store may leave it open whether it wrote; the same events again are written once.
const appendForSure = async (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expected: bigint | 'absent',
): ReturnType<EventStore['append']> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.append(stream, events, expected)
    } catch (error) {
      if (
        attempt >= APPEND_ATTEMPTS ||
        !(error instanceof OutcomeUnknownError || error instanceof StoreUnavailableError)
      )
        throw error
    }
  }
}

/** Appends the streams interleaved, each in pieces of random size; resolves when all are acknowledged. */
export const appendHistories = async (
  store: EventStore,
  streams: readonly StreamHistory[],
  seed: number,
): Promise<void> => {
  const random = createRandom(seed)
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (const { stream, events } of streams.filter((__, index) => index % LANES === lane)) {
      for (let done = 0; done < events.length;) {
        const piece = events.slice(done, done + 1 + random(5))
        const result = await appendForSure(store, stream, piece, done === 0 ? 'absent' : BigInt(done - 1))
        if (result.kind !== 'appended') throw new Error('A history met another one')
        done += piece.length
      }
    }
  })
  await Promise.all(lanes)
}

/** The whole log as it stands, personal fields still sealed. */
export const readSealedLog = async (store: EventStore): Promise<readonly Recorded[]> => {
  const stop = new AbortController()
  const events: Recorded[] = []
  for await (const item of store.feed({ from: async () => 'start', signal: stop.signal })) {
    if (item.kind === 'caught-up') break
    if (item.kind === 'event') events.push(item.event)
  }
  stop.abort()
  return events
}

/** The position of the last event; 0 in an empty log. */
export const readHead = async (store: EventStore): Promise<bigint> =>
  (await readSealedLog(store)).at(-1)?.position.commit ?? 0n

/** Opens these events; throws for one that cannot be read. */
export const openEvents = async (
  events: readonly Recorded[],
  read: EventReader,
): Promise<readonly RecordedEvent[]> =>
  (await read(events)).map((opened) => {
    if ('error' in opened) throw opened.error
    return opened.event
  })

/** The whole log, opened, as it stands. */
export const readLog = async (store: EventStore, read: EventReader): Promise<readonly RecordedEvent[]> =>
  openEvents(await readSealedLog(store), read)

/** What the projection says without any engine: one event after the other, in memory. */
export const foldNaively = (
  projection: Projection,
  events: readonly RecordedEvent[],
): readonly Readonly<{ tenantId: string; row: Row; revision: number; commit: string; at: string }>[] => {
  const rows = new Map<string, { tenantId: string; row: Row; revision: number; commit: string; at: string }>()
  for (const event of events) {
    const tenantId = event.metadata['tenantId'] ?? ''
    for (const id of projection.keys(event)) {
      const name = `${tenantId}\n${id}`
      const row = projection.fold(rows.get(name)?.row, event, id)
      if (row)
        rows.set(name, {
          tenantId,
          row,
          revision: Number(event.revision),
          commit: String(event.position.commit),
          at: event.recordedAt,
        })
      else rows.delete(name)
    }
  }
  return [...rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
