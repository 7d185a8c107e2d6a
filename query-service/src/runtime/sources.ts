import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { StaffLooks } from '../audit/staffLooks.ts'
import type { Positions } from './positions.ts'

/** What the routes read from. */
export type Sources = Readonly<{
  pool: pg.Pool
  /** Over the same pool. */
  db: Kysely<unknown>
  positions: Positions
  /** Opens personal fields and brings old events into today's shape. */
  readEvents: EventReader
  looks: Pick<StaffLooks, 'note'>
  /** Milliseconds. */
  now: () => number
}>
