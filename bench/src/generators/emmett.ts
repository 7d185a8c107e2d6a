import type { Event } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  postgreSQLEventStoreConsumer,
  postgreSQLProjection,
  postgreSQLProjector,
  type PostgreSQLProjectionDefinition,
  type PostgresReadEvent,
} from '@event-driven-io/emmett-postgresql'
import { eventDefinitions } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { openPool } from '@hearth/platform/postgres/pool'
import { typeParsers } from '@hearth/platform/postgres/typeParsers'
import { foldBatch, listRowKeys } from '@hearth/projector/runtime/batch/foldBatch'
import { createRows } from '@hearth/projector/runtime/batch/rows'
import type { PoolClient, QueryConfig } from 'pg'
import { openedBookings, type Log } from '../openedBookings.ts'
import { warnings } from '../warnings.ts'
import { serveRounds } from './generator.ts'

/**
 * `database`: a database of its own with an empty table for the rows. `log`: where the events are read from.
 */
export type EmmettInput = Readonly<{ database: string; log: Log }>

/**
 * `fill` appends every event of a booking in the order of our log, with personal fields decrypted. The others
 * project them from the start, in batches of this size and up to `events` of them: `rows` into the same table
 * that our projector writes, by the fastest means that the package gives a projection (its transaction's own
 * client, prepared statements); `documents` as its manual shows it, with Pongo.
 */
export type EmmettRound =
  | 'fill'
  | Readonly<{ style: 'rows' | 'documents'; batchSize: number; events: number }>

type BookingMessage = Event<string, Record<string, unknown>, Record<string, string>>
type Read = PostgresReadEvent<BookingMessage>
type Client = Readonly<{ query: (query: QueryConfig) => Promise<unknown> }>

const projection = bookingProjection as Projection
const canHandle = [...eventDefinitions.keys()]

const recorded = ({ type, data, metadata }: Read): RecordedEvent => {
  const { messageId, streamName, streamPosition, globalPosition, ...rest } = metadata
  const own = rest as Readonly<Record<string, string>>
  return {
    id: messageId,
    stream: streamName,
    revision: streamPosition - 1n,
    type,
    data,
    metadata: own,
    position: { commit: globalPosition, prepare: globalPosition },
    recordedAt: own['occurredAt'] ?? '',
  }
}

const foldRows = (table: string): PostgreSQLProjectionDefinition<BookingMessage> => {
  const rows = createRows(projection, table)
  return postgreSQLProjection<BookingMessage>({
    name: 'booking rows',
    canHandle,
    handle: async (events, { connection }) => {
      const own = connection.client as Client
      // Converted to what our folds expect: the package reads sums as bigint.
      const client = {
        query: (query: QueryConfig) => own.query({ ...query, types: typeParsers }),
      } as PoolClient
      for (const read of events) {
        const event = recorded(read)
        const entries = [{ recorded: event, event, keys: projection.keys(event) }]
        await rows.save(client, foldBatch(projection, await rows.load(client, listRowKeys(entries)), entries))
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
  const pool = openPool({ connectionString: database, max: 4, name: 'emmett', log: warnings, limits: 'long' })

  const fill = async () => {
    const store = getPostgreSQLEventStore(database)
    try {
      // In sequence: its reader goes by global positions, which concurrent writers take in another order than
      // they commit.
      for await (const { id, stream, type, data, metadata } of openedBookings(log)) {
        const { lastEventGlobalPosition } = await store.appendToStream<BookingMessage>(stream, [
          { type, data: data as Record<string, unknown>, metadata: { ...metadata, messageId: id } },
        ])
        filled.push(lastEventGlobalPosition)
      }
    } finally {
      await store.close()
    }
  }

  const project = async ({ style, batchSize, events }: Exclude<EmmettRound, 'fill'>): Promise<void> => {
    const until = events < filled.length ? (filled[events - 1] ?? 0n) : (filled.at(-1) ?? 0n)
    let reached = 0n
    const processor = postgreSQLProjector<BookingMessage>({
      processorId: `bookings ${(run += 1)}`,
      projection: style === 'rows' ? foldRows(projection.name) : documents,
      connectionOptions: { connectionString: database, pool },
      stopAfter: ({ metadata }) => (reached = metadata.globalPosition) >= until,
    })
    const consumer = postgreSQLEventStoreConsumer({
      connectionString: database,
      processors: [processor],
      pulling: { batchSize, pullingFrequencyInMs: 1 },
    })
    try {
      await consumer.start()
    } finally {
      await consumer.close()
    }
    // A batch that fails ends its consumer without an error.
    if (reached < until) throw new Error(`emmett ended at ${reached} of ${until}`)
  }

  return async (request: EmmettRound) => {
    const begun = performance.now()
    await (request === 'fill' ? fill() : project(request))
    return {
      count: request === 'fill' ? filled.length : request.events,
      refused: 0,
      seconds: (performance.now() - begun) / 1_000,
      milliseconds: [],
    }
  }
})
