import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { EventStore } from '../event-store/port.ts'
import type { EventReader } from '../read-model/eventReader.ts'
import type { ReportSources } from './openRun.ts'

/** Reads reports over a pool that sees every account; queries name theirs. */
export const openReportSources = ({
  pool,
  store,
  readEvents,
  toLocalDate,
}: Readonly<{
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
  toLocalDate: (at: Instant, timezone: string) => LocalDate
}>): ReportSources => ({
  db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
  store,
  readEvents,
  toLocalDate,
})
