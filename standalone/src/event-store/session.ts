import { boolArray, byteaArray, int8Array, textArray, uuidArray } from '@hearth/platform/postgres/binaryArray'
import pg from 'pg'
import type { Written } from './commitCheck.ts'
import { typeParsers } from './log.ts'
import { migrate } from './migrations.ts'
import type { Position, StoredEvent } from './model.ts'

/**
 * Held by the session that inserts: it is free only when the old backend is gone, so the head read afterwards
 * is final.
 */
export const LOG_LOCK_KEY = '5207288421063749'
// A connection that died silently must not block the log indefinitely; the outcome is unknown either way.
const insertTimeoutMs = 10_000
const recentIds = 10_000

const insertStatement = `
  INSERT INTO events.event (position, stream, revision, id, type, is_json, created_at, metadata, data)
  SELECT *
  FROM
    unnest(
      $1::int8[],
      $2::text[],
      $3::int8[],
      $4::uuid[],
      $5::text[],
      $6::bool[],
      $7::int8[],
      $8::bytea[],
      $9::bytea[]
    )`

// As on the real server, a log never consists of its users' events alone; it also gives the empty log a
// position.
const firstEvent = `
  INSERT INTO events.event (position, stream, revision, id, type, is_json, created_at, metadata, data)
  SELECT
    1,
    '$server',
    0,
    gen_random_uuid(),
    '$logCreated',
    true,
    (extract(epoch FROM now()) * 1000)::bigint,
    '',
    '{}'
  WHERE NOT EXISTS (SELECT FROM events.event)`

/**
 * The one writing connection. `lost` resolves when it is gone; a failed insert leaves its outcome unknown.
 */
export type Session = Readonly<{
  head: Position
  recent: readonly (Written & { stream: string })[]
  lost: Promise<string>
  insert: (events: readonly StoredEvent[]) => Promise<void>
  close: () => void
}>

/** The database answers but refuses us: waiting would not help. */
export class WrongDatabaseError extends Error {
  override name = 'WrongDatabaseError'
}

// Wrong user or password, no such database.
const hopeless = new Set(['28000', '28P01', '3D000'])

/**
 * Rejects with WrongDatabaseError for an address that can never work, but not for a server that is not up
 * yet.
 */
export const refuseWrongDatabase = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    if (error instanceof pg.DatabaseError && hopeless.has(error.code ?? ''))
      throw new WrongDatabaseError(error.message)
  }
}

const createClient = (databaseUrl: string) =>
  new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: 'event store (writer)',
    types: typeParsers,
  })

/** Waits for the lock; a standby waits here. */
const takeLock = async (client: pg.Client, onStandby: () => void): Promise<void> => {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${LOG_LOCK_KEY}) AS locked`,
  )
  if (rows[0]?.locked) return
  onStandby()
  await client.query(`SELECT pg_advisory_lock(${LOG_LOCK_KEY})`)
}

const insertEvents = async (client: pg.Client, events: readonly StoredEvent[]): Promise<void> => {
  await client.query({
    name: 'insert',
    text: insertStatement,
    values: [
      int8Array(events.map((event) => event.position)),
      textArray(events.map((event) => event.stream)),
      int8Array(events.map((event) => event.revision)),
      uuidArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      boolArray(events.map((event) => event.isJson)),
      int8Array(events.map((event) => BigInt(event.createdAt))),
      byteaArray(events.map((event) => event.metadata)),
      byteaArray(events.map((event) => event.data)),
    ],
  })
}

/**
 * Connects, waits for the lock, migrates, reads the head. Rejects when Postgres is not
 * available.
 */
export const openSession = async (
  databaseUrl: string,
  signal: AbortSignal,
  onStandby: () => void,
): Promise<Session> => {
  const client = createClient(databaseUrl)
  // Errors while closing add nothing: `lost` has already reported why.
  const close = (): void => void client.end().catch(() => undefined)
  const lost = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message))
    client.on('end', () => resolve('connection closed'))
  })
  const abort = (): void => close()
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
    signal.throwIfAborted()
    await client.query(`SET synchronous_commit = on; SET client_connection_check_interval = '1s'`)
    await takeLock(client, onStandby)
    await migrate(client)
    await client.query(firstEvent)
    const { rows: recent } = await client.query<Written & { stream: string }>(
      `SELECT id, stream, revision, position FROM events.event ORDER BY position DESC LIMIT ${recentIds}`,
    )
    const insert = async (events: readonly StoredEvent[]): Promise<void> => {
      const timeout = setTimeout(close, insertTimeoutMs)
      try {
        await insertEvents(client, events)
      } finally {
        clearTimeout(timeout)
      }
    }
    return { head: recent[0]?.position ?? 0n, recent: recent.reverse(), lost, insert, close }
  } catch (error) {
    close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
