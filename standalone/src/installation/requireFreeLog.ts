import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LOG_LOCK_KEY } from '../event-store/session.ts'
import { formatDatabase } from './givenServers.ts'
import type { Settings } from './settings.ts'

/** An event store that has just been killed holds its log for about a second. */
const RELEASE_TIMEOUT_MS = 4_000
const PAUSE_MS = 250

const FIND_HOLDER = `
  select
    exists (
      select
      from pg_locks
      where
        locktype = 'advisory'
        and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = $1
    ) as held`

type Used = Pick<Settings, 'DATABASE_URL' | 'EVENTSTORE_URL' | 'EVENT_STORE_COMMAND'>

/**
 * Rejects with a sentence when another installation runs on the given database: the embedded event store would
 * wait for the log until the start times out.
 */
export const requireFreeLog = async (
  { DATABASE_URL, EVENTSTORE_URL, EVENT_STORE_COMMAND }: Used,
  waitMs = RELEASE_TIMEOUT_MS,
): Promise<void> => {
  if (DATABASE_URL === undefined || EVENTSTORE_URL !== undefined || EVENT_STORE_COMMAND !== undefined) return
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    for (const deadline = Date.now() + waitMs; ; await delay(PAUSE_MS)) {
      const { rows } = await client.query<{ held: boolean }>(FIND_HOLDER, [LOG_LOCK_KEY])
      if (rows[0]?.held !== true) return
      if (Date.now() > deadline)
        throw new Error(
          `Another Hearth is running on ${formatDatabase(DATABASE_URL)} (DATABASE_URL). Stop it, or use another database`,
        )
    }
  } finally {
    await client.end()
  }
}
