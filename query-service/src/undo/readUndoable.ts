import { events } from '@hearth/contracts/event'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { textIn } from '@hearth/contracts/kernel/message'
import { UNDO_DAYS, UNDOABLE, UNDOABLE_TYPES, type UndoableType } from '@hearth/contracts/undo'
import type { Recorded } from '@hearth/platform/event-store/port'
import { readNamed, type EventName } from '@hearth/platform/event-store/readNamed'
import { selectEvents, selectNames } from '@hearth/platform/read-model/readLog'
import { sql } from 'kysely'
import type { Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { scopeSql, tableRef } from '../runtime/sql.ts'
import { isStillPossible } from './isStillPossible.ts'

/** The newest events that are considered; more than 20 of them can seldom still be undone. */
const MAX_NAMES = 200
/** Events that are read together: most people find all that they can undo among the first. */
const PAGE = 20

type Undoable = Recorded & Readonly<{ type: UndoableType }>

const isUndoable = (event: Recorded): event is Undoable => Object.hasOwn(UNDOABLE, event.type)

/** The names of a person's own undoable events, the newest first. */
const findOwn = (
  sources: Sources,
  scope: Scope,
  actorId: string,
  now: Instant,
): Promise<readonly EventName[]> => {
  const where = [
    ...scopeSql(events, scope),
    sql`actor_id = ${actorId}`,
    sql`occurred_at > cast(${addHours(now, -24 * UNDO_DAYS)} as timestamptz)`,
    sql`type = any(${[...UNDOABLE_TYPES]}::text[])`,
    sql`undo is not null`,
  ]
  return selectNames(
    sources,
    sql`
      from ${tableRef('event_log')}
      where ${sql.join(where, sql` and `)}
      order by occurred_at desc, id desc
      limit ${sql.lit(MAX_NAMES)}`,
  )
}

/** What may have ended the possibility to undo these events: later ones of their streams. */
const readLater = async (sources: Sources, own: readonly Undoable[]): Promise<readonly Recorded[]> => {
  if (own.length === 0) return []
  const types = [...new Set(own.flatMap(({ type }) => UNDOABLE[type].endedBy.types))]
  return selectEvents(
    sources,
    sql`
      from ${tableRef('event_log')}
        join (
          select stream, min(revision) as revision
          from unnest(
            ${own.map(({ stream }) => stream)}::text[], ${own.map(({ revision }) => String(revision))}::bigint[]
          ) as each (stream, revision)
          group by stream
        ) as own using (stream)
      where stream_revision > own.revision and type = any(${types}::text[])`,
  )
}

/** The listing and the booking of each event, in the order of the events. */
const readSubjects = async ({ db }: Sources, left: readonly Undoable[]) => {
  const texts = (read: (event: Undoable) => string | null | undefined) =>
    sql`${left.map((event) => read(event) ?? null)}::text[]`
  const { rows } = await sql<Record<string, unknown>>`
    select
      coalesce(l.title, '') as "listingTitle", l.timezone,
      b.id as "bookingId", b.code, b.guest_name as "guestName", b.check_in as "checkIn", b.check_out as "checkOut"
    from unnest(
        ${texts(({ metadata }) => metadata['tenantId'])},
        ${texts(({ data }) => textIn(data, 'listingId'))},
        ${texts(({ data }) => textIn(data, 'bookingId'))}
      ) with ordinality as mine (tenant_id, listing_id, booking_id, number)
      left join ${tableRef('listing')} as l on l.tenant_id = mine.tenant_id and l.id = mine.listing_id
      left join ${tableRef('booking')} as b on b.tenant_id = mine.tenant_id and b.id = mine.booking_id
    order by number`.execute(db)
  return rows
}

type Found = Readonly<Record<string, unknown>>

/** Those of the events that nothing has undone yet, with their listing and booking. */
const readLeft = async (sources: Sources, names: readonly EventName[], now: Instant) => {
  const own = (await readNamed(sources.store, names)).filter(isUndoable)
  const later = await readLater(sources, own)
  const left = own.filter((event) => isStillPossible(event, later, now.slice(0, 10)))
  const subjects = await readSubjects(sources, left)
  return left.map(({ id, type, data, metadata }, index): Found => ({
    id,
    tenantId: metadata['tenantId'],
    type,
    data,
    undo: metadata['undo'],
    at: metadata['occurredAt'],
    ...subjects[index],
  }))
}

/**
 * A person's own events that nothing has undone yet, the newest first, a page at a time. The index of actors
 * finds the events, that of streams what followed them.
 */
export const readUndoable = async function* (
  sources: Sources,
  scope: Scope,
  actorId: string,
  now: Instant,
): AsyncGenerator<readonly Found[]> {
  const names = await findOwn(sources, scope, actorId, now)
  for (let next = 0; next < names.length; next += PAGE)
    yield await readLeft(sources, names.slice(next, next + PAGE), now)
}
