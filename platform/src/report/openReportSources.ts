import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { EventStore } from '../event-store/port.ts'
import type { EventReader } from '../read-model/eventReader.ts'
import type { LogSources } from '../read-model/readLog.ts'

/** Reads reports over a pool that sees every account; queries name theirs. */
export const openReportSources = ({
  pool,
  store,
  readEvents,
}: Readonly<{
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
}>): LogSources => ({
  db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
  store,
  readEvents,
})
