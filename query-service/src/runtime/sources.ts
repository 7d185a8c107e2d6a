import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Principal } from '@hearth/platform/session/principal'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Positions } from './positions.ts'

/**
 * Notes for the access log which records of which accounts an answer showed. Refuses while the log cannot be
 * written.
 */
export type NoteAccess = (
  principal: Principal,
  resource: string,
  rows: readonly Readonly<{ id: string; tenantId: string }>[],
) => void

/** What the routes read from. */
export type Sources = Readonly<{
  pool: pg.Pool
  /** Over the same pool. */
  db: Kysely<unknown>
  positions: Positions
  /** Opens personal fields and brings old events into today's shape. */
  readEvents: EventReader
  accessLog: Readonly<{ note: NoteAccess }>
  /** Milliseconds. */
  now: () => number
}>
