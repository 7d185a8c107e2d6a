import type { EventStore } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Principal } from '@hearth/platform/session/principal'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Positions } from './positions.ts'

/** Rows of an answer, as far as the access log names them. */
export type ShownRows = readonly Readonly<{ id: string; tenantId: string }>[]

/** What staff read of accounts, and how routes say it. */
export type AccessLog = Readonly<{
  /** Says what of accounts the answer shows; by default as a read of the route. */
  note: (rows: ShownRows, resource?: string) => void
  /** Stores what a stream is about to show. */
  record: (principal: Principal, rows: ShownRows, resource: string) => Promise<void>
}>

/** What the routes read from. */
export type Sources = Readonly<{
  pool: pg.Pool
  /** Over the same pool. */
  db: Kysely<unknown>
  positions: Positions
  /** Has what is in the events that the log’s read model names. */
  store: Pick<EventStore, 'read'>
  /** Opens personal fields and brings old events into today's shape. */
  readEvents: EventReader
  accessLog: AccessLog
  /** Milliseconds. */
  now: () => number
}>
