import { events } from '@hearth/contracts/event'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { UNDO_DAYS, UNDOABLE, UNDOABLE_TYPES, type UndoableType } from '@hearth/contracts/undo'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { scopeSql, tableRef } from '../runtime/sql.ts'

/** The newest events that are looked at; more than 20 of them can seldom still be undone. */
const MAX_READ = 200
const MAX_LEFT = 60

/** Whether a later event has ended the possibility to undo this one. */
const endedSql = (type: UndoableType): RawBuilder<unknown> => {
  const { types, field, of } = UNDOABLE[type].endedBy
  return sql`(mine.type = ${type} and later.type = any(${[...types]}::text[])
    and later.data ->> ${field} = mine.data ->> ${of})`
}

/** Whether each night of a price change that is still to come was changed again since. */
const changedAgainSql = (today: string): RawBuilder<unknown> => sql`(
  mine.type = 'NightOverridesChanged' and not exists (
    select from jsonb_array_elements(mine.data -> 'nights') as night
    where night ->> 'date' >= ${today} and not exists (
      select from ${tableRef('event_log')} as later
      where later.stream = mine.stream and later.stream_revision > mine.stream_revision
        and later.type = 'NightOverridesChanged'
        and later.data -> 'nights' @> jsonb_build_array(jsonb_build_object('date', night ->> 'date'))
    )
  )
)`

/**
 * A person's own events that nothing has undone yet, the newest first, with their listing and booking. One
 * statement: the index of actors finds the events, that of streams what followed them.
 */
export const readUndoable = async (
  { db }: Sources,
  scope: Scope,
  actorId: string,
  now: Instant,
): Promise<readonly Record<string, unknown>[]> => {
  const where = sql.join(
    [
      ...scopeSql(events, scope),
      sql`actor_id = ${actorId}`,
      sql`occurred_at > cast(${addHours(now, -24 * UNDO_DAYS)} as timestamptz)`,
      sql`type = any(${[...UNDOABLE_TYPES]}::text[])`,
      sql`metadata ->> 'undo' is not null`,
    ],
    sql` and `,
  )
  const { rows } = await sql<Record<string, unknown>>`
    with mine as materialized (
      select * from ${tableRef('event_log')} where ${where}
      order by occurred_at desc, id desc limit ${sql.lit(MAX_READ)}
    )
    select
      mine.id, mine.tenant_id as "tenantId", mine.type, mine.data, mine.metadata ->> 'undo' as undo,
      mine.occurred_at as at, coalesce(l.title, '') as "listingTitle", l.timezone,
      b.id as "bookingId", b.code, b.guest_name as "guestName", b.check_in as "checkIn", b.check_out as "checkOut"
    from mine
      left join ${tableRef('listing')} as l on l.tenant_id = mine.tenant_id and l.id = mine.data ->> 'listingId'
      left join ${tableRef('booking')} as b on b.tenant_id = mine.tenant_id and b.id = mine.data ->> 'bookingId'
    where not exists (
      select from ${tableRef('event_log')} as later
      where later.stream = mine.stream and later.stream_revision > mine.stream_revision
        and (${sql.join(UNDOABLE_TYPES.map(endedSql), sql` or `)})
    ) and not ${changedAgainSql(now.slice(0, 10))}
    order by mine.occurred_at desc, mine.id desc
    limit ${sql.lit(MAX_LEFT)}`.execute(db)
  return rows
}
