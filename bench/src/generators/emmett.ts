import type { Event } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore, pongoSingleStreamProjection, postgreSQLEventStoreConsumer, postgreSQLProjection, postgreSQLProjector, type PostgreSQLProjectionDefinition, type PostgresReadEvent,
} from '@event-driven-io/emmett-postgresql'
import { eventDefinitions } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { pause } from '@hearth/platform/event-store/backoff'
import { makePool } from '@hearth/platform/postgres/pool'
import { foldBatch, keysOf } from '@hearth/projector/runtime/foldBatch'
import { makeRows } from '@hearth/projector/runtime/rows'
import type { PoolClient } from 'pg'
import { openedBookings, type Log } from '../openedBookings.ts'
import { warnings } from '../warnings.ts'
import { serveRounds } from './generator.ts'

/** `database`: of its own, with an empty table for the rows. `log`: where the events are read from. */
export type EmmettInput = Readonly<{ database: string; log: Log }>

/**
 * `fill` appends every event of a booking in the order of our log, personal fields already opened. The others project them from the start, in batches of
 * this many and up to `events` of them: `rows` into the very table that our projector writes, by the fastest means that the package lends a projection
 * (its transaction's own client, prepared statements); `documents` as its manual shows it, with Pongo.
 */
export type EmmettWish = 'fill' | Readonly<{ style: 'rows' | 'documents'; batchSize: number; events: number }>

type BookingMessage = Event<string, Record<string, unknown>, Record<string, string>>
type Read = PostgresReadEvent<BookingMessage>
type Client = Pick<PoolClient, 'query'>

const projection = bookingProjection as Projection
/** What a consumer that broke down had locked is free again only after a while. */
const PATIENCE_MS = 120_000
const RETRY_MS = 250
const canHandle = [...eventDefinitions.keys()]

const recorded = ({ type, data, metadata }: Read): RecordedEvent => {
  const { messageId, streamName, streamPosition, globalPosition, ...rest } = metadata
  const own = rest as Readonly<Record<string, string>>
  return {
    id: messageId, stream: streamName, revision: streamPosition - 1n, type, data, metadata: own, position: { commit: globalPosition, prepare: globalPosition }, recordedAt: own['occurredAt'] ?? '',
  }
}

const rowsOf = (table: string): PostgreSQLProjectionDefinition<BookingMessage> => {
  const rows = makeRows(projection, table)
  return postgreSQLProjection<BookingMessage>({
    name: 'booking rows',
    canHandle,
    handle: async (events, { connection }) => {
      const client = connection.client as Client as PoolClient
      for (const read of events) {
        const event = recorded(read)
        const entries = [{ recorded: event, event, keys: projection.keys(event) }]
        await rows.save(client, foldBatch(projection, await rows.load(client, keysOf(entries)), entries))
      }
    },
  })
}

const documents = pongoSingleStreamProjection<Row, BookingMessage>({
  collectionName: 'booking_documents',
  canHandle,
  getDocumentId: (read) => projection.keys(recorded(read as Read))[0] ?? '',
  evolve: (document: Row | null, read: Read) => {
    const event = recorded(read)
    return projection.fold(document ?? undefined, event, projection.keys(event)[0] ?? '') ?? null
  },
})

serveRounds(({ database, log }: EmmettInput) => {
  let run = 0
  const filled: bigint[] = []
  const pool = makePool({ connectionString: database, max: 4, name: 'emmett', log: warnings, limits: 'long' })

  const fill = async () => {
    const store = getPostgreSQLEventStore(database)
    try {
      // One after the other: its reader goes by global positions, which concurrent writers take in another order than they commit.
      for await (const { id, stream, type, data, metadata } of openedBookings(log)) {
        const { lastEventGlobalPosition } = await store.appendToStream<BookingMessage>(stream, [{ type, data: data as Record<string, unknown>, metadata: { ...metadata, messageId: id } }])
        filled.push(lastEventGlobalPosition)
      }
    } finally {
      await store.close()
    }
    return { restarts: 0, idleMs: 0 }
  }

  // A batch that fails ends its consumer without a word; from its checkpoint another one goes on. Time without any progress is not held against it.
  const project = async ({ style, batchSize, events }: Exclude<EmmettWish, 'fill'>): Promise<Readonly<{ restarts: number; idleMs: number }>> => {
    const processorId = `bookings ${(run += 1)}`
    const until = events < filled.length ? (filled[events - 1] ?? 0n) : (filled.at(-1) ?? 0n)
    let reached = 0n
    let idleMs = 0
    let lastProgress = performance.now()
    for (let restarts = 0; ; restarts += 1) {
      const [before, begun] = [reached, performance.now()]
      const processor = postgreSQLProjector<BookingMessage>({
        processorId,
        projection: style === 'rows' ? rowsOf(projection.name) : documents,
        connectionOptions: { connectionString: database, pool },
        stopAfter: ({ metadata }) => (reached = metadata.globalPosition) >= until,
      })
      const consumer = postgreSQLEventStoreConsumer({ connectionString: database, processors: [processor], pulling: { batchSize, pullingFrequencyInMs: 1 } })
      try {
        await consumer.start()
      } finally {
        await consumer.close()
      }
      if (reached >= until) return { restarts, idleMs }
      if (reached > before) lastProgress = performance.now()
      else {
        await pause(RETRY_MS)
        idleMs += performance.now() - begun
      }
      if (performance.now() - lastProgress > PATIENCE_MS) throw new Error(`emmett gave up at ${reached} of ${until}, ${restarts} times started again`)
    }
  }

  return async (wish: EmmettWish) => {
    const begun = performance.now()
    const { restarts, idleMs } = wish === 'fill' ? await fill() : await project(wish)
    return { count: wish === 'fill' ? filled.length : wish.events, refused: restarts, seconds: (performance.now() - begun - idleMs) / 1_000, milliseconds: [] }
  }
})
