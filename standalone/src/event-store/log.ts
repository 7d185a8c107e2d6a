import pg from 'pg'
import type { Written } from './commitCheck.ts'
import { report } from './diagnostics.ts'
import { LogUnavailableError } from './errors.ts'
import { limits, noEvents, type Position, type Revision, type StoredEvent } from './model.ts'
import { emptyState, stateAfter, type StreamState } from './streamView.ts'

export type StreamPage = Readonly<{ stream: string; first: Revision; last: Revision; createdSince: number }>
export type RevisionRange = Readonly<{ stream: string; from: Revision; to: Revision }>

/**
 * Reads of committed events. Pages are cut at `limits.pageEvents` and `limits.pageBytes`; an empty page is
 * the end.
 */
export type Log = Readonly<{
  allAfter: (position: Position, limit: number) => Promise<readonly StoredEvent[]>
  allBefore: (position: Position, limit: number) => Promise<readonly StoredEvent[]>
  streamForwards: (page: StreamPage, limit: number) => Promise<readonly StoredEvent[]>
  streamBackwards: (page: StreamPage, limit: number) => Promise<readonly StoredEvent[]>
  event: (stream: string, revision: Revision) => Promise<StoredEvent | undefined>
  states: (streams: readonly string[]) => Promise<ReadonlyMap<string, StreamState>>
  written: (ranges: readonly RevisionRange[]) => Promise<ReadonlyMap<string, readonly Written[]>>
  close: () => Promise<void>
}>

type Row = [
  position: Position,
  stream: string,
  revision: Revision,
  id: string,
  type: string,
  isJson: boolean,
  createdAt: bigint,
  metadata: Buffer,
  data: Buffer,
]

const columns = 'position, stream, revision, id, type, is_json, created_at, metadata, data'

// The sum keeps a page of large events from filling the memory; sizes are read without fetching the values.
const sizedPage = (condition: string, order: string, limit: string): string => {
  const size = 'octet_length(data) + octet_length(metadata)'
  const page = `SELECT ${columns} FROM events.event WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`
  const sized = `
    SELECT *, sum(${size}) OVER (ORDER BY ${order}) - (${size}) AS bytes_before
    FROM (${page}) page`
  return `SELECT ${columns} FROM (${sized}) sized WHERE bytes_before < ${limits.pageBytes} ORDER BY ${order}`
}

const inRange = 'stream = $1 AND revision BETWEEN $2 AND $3 AND created_at >= $4'
const statements = {
  allAfter: sizedPage('position > $1', 'position', '$2'),
  allBefore: sizedPage('position < $1', 'position DESC', '$2'),
  streamForwards: sizedPage(inRange, 'revision', '$5'),
  streamBackwards: sizedPage(inRange, 'revision DESC', '$5'),
  event: `SELECT ${columns} FROM events.event WHERE stream = $1 AND revision = $2`,
  states: `
    SELECT name, event.revision, event.data
    FROM
      unnest($1::text[]) name
      CROSS JOIN LATERAL (
        SELECT revision, CASE WHEN name LIKE '$$%' THEN data ELSE '' END AS data
        FROM events.event
        WHERE stream = name
        ORDER BY revision DESC
        LIMIT 1
      ) event`,
  written: `
    SELECT event.stream, event.revision, event.id, event.position
    FROM
      unnest($1::text[], $2::int8[], $3::int8[]) wanted (stream, first, last)
      JOIN events.event event ON event.stream = wanted.stream
      AND event.revision BETWEEN wanted.first AND wanted.last`,
} as const

/** int8 as a bigint. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format),
} as const

const toEvent = ([
  position,
  stream,
  revision,
  id,
  type,
  isJson,
  createdAt,
  metadata,
  data,
]: Row): StoredEvent => ({
  position,
  stream,
  revision,
  id,
  type,
  isJson,
  createdAt: Number(createdAt),
  metadata,
  data,
})

type Query = <R extends unknown[]>(name: keyof typeof statements, values: unknown[]) => Promise<R[]>

const openPool = (databaseUrl: string, connections: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'event store (reads)',
    types: typeParsers,
  })
  // An idle connection that dies is replaced by the next query; without a listener the error would end the
  // process.
  pool.on('error', (error) => report('warn', 'a reading connection was lost', { error: error.message }))
  return pool
}

/** Runs statements; throws LogUnavailableError when Postgres does not answer. */
const createQuery = (pool: pg.Pool): Query => {
  let failing = false
  return async <R extends unknown[]>(name: keyof typeof statements, values: unknown[]): Promise<R[]> => {
    try {
      const result = await pool.query<R>({ name, text: statements[name], values, rowMode: 'array' })
      if (failing) report('info', 'the log can be read again')
      failing = false
      return result.rows
    } catch (error) {
      // Once per outage: every reader repeats its query until the outage is over.
      if (!failing) report('warn', 'reading the log failed', { statement: name, error: String(error) })
      failing = true
      throw new LogUnavailableError(error)
    }
  }
}

const readWritten = async (query: Query, ranges: readonly RevisionRange[]) => {
  const found = new Map<string, Written[]>()
  const wanted = ranges.filter((range) => range.to > noEvents && range.to >= range.from)
  if (wanted.length === 0) return found
  const rows = await query<[string, Revision, string, Position]>('written', [
    wanted.map((range) => range.stream),
    wanted.map((range) => range.from),
    wanted.map((range) => range.to),
  ])
  for (const [stream, revision, id, position] of rows) {
    const known = found.get(stream)
    if (known) known.push({ id, revision, position })
    else found.set(stream, [{ id, revision, position }])
  }
  return found
}

export const createLog = (databaseUrl: string, connections = 4): Log => {
  const pool = openPool(databaseUrl, connections)
  const query = createQuery(pool)
  const events = async (name: keyof typeof statements, values: unknown[]): Promise<readonly StoredEvent[]> =>
    (await query<Row>(name, values)).map(toEvent)
  const atMost = (limit: number): number => Math.min(limit, limits.pageEvents)

  return {
    allAfter: (position, limit) => events('allAfter', [position, atMost(limit)]),
    allBefore: (position, limit) => events('allBefore', [position, atMost(limit)]),
    streamForwards: ({ stream, first, last, createdSince }, limit) =>
      events('streamForwards', [stream, first, last, createdSince, atMost(limit)]),
    streamBackwards: ({ stream, first, last, createdSince }, limit) =>
      events('streamBackwards', [stream, first, last, createdSince, atMost(limit)]),
    event: async (stream, revision) => (await events('event', [stream, revision]))[0],
    states: async (streams) => {
      const states = new Map<string, StreamState>(streams.map((stream) => [stream, emptyState]))
      for (const [stream, revision, data] of await query<[string, Revision, Buffer]>('states', [streams])) {
        states.set(stream, stateAfter({ stream, revision, data }))
      }
      return states
    },
    written: (ranges) => readWritten(query, ranges),
    close: () => pool.end(),
  }
}
