import { events } from '@hearth/contracts/event'
import {
  explainEntry,
  ledgerEntries,
  zLedgerEntryRow,
  type ExplainedEntry,
  type LedgerEntryRow,
} from '@hearth/contracts/ledger'
import type { Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { loadPeople, describeActor } from '../event/who.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { readSubjects } from './entrySubjects.ts'

const MAX_ENTRIES = 500
const entryModel = createModel(ledgerEntries)
const eventModel = createModel(events)
const zEntry = z.object(zLedgerEntryRow.shape)
const zCauseRow = z.object({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  streamRevision: z.number(),
  actorId: z.string(),
  occurredAt: z.string(),
})

const byTime = (a: LedgerEntryRow, b: LedgerEntryRow) =>
  a.postedAt < b.postedAt || (a.postedAt === b.postedAt && a.availableAt <= b.availableAt) ? -1 : 1

/**
 * Entries within the scope that fulfil the condition, each down to the event that caused it; the oldest
 * first.
 */
export const explainEntries = async (
  sources: Sources,
  principal: Principal,
  condition: RawBuilder<unknown>,
): Promise<readonly ExplainedEntry[]> => {
  const scope = createScope(principal)
  const rows = await readWhere(sources.db, entryModel, scope, [condition], MAX_ENTRIES)
  sources.accessLog.note(rows, ledgerEntries.name)
  const entries = rows.map((row) => zEntry.parse(row)).toSorted(byTime)
  const ids = [...new Set(entries.map(({ source }) => source.eventId))]
  const found =
    ids.length === 0
      ? []
      : (await readWhere(sources.db, eventModel, scope, [sql`id = any(${ids}::text[])`], ids.length)).map(
          (row) => zCauseRow.parse(row),
        )
  const causes = new Map(found.map((cause) => [cause.id, cause]))
  const [people, findSubject] = await Promise.all([
    loadPeople(
      sources.pool,
      found.map(({ actorId }) => actorId),
    ),
    readSubjects(sources, principal, entries),
  ])
  return entries.map((entry) => {
    const cause = causes.get(entry.source.eventId)
    if (cause === undefined) return explainEntry(entry, null, findSubject(entry))
    const { id: eventId, type, stream, streamRevision: revision, occurredAt: at, actorId } = cause
    const shown = {
      eventId,
      type,
      stream,
      revision,
      at,
      who: describeActor(actorId, people, principal),
      link: `/api/events/${eventId}`,
    }
    return explainEntry(entry, shown, findSubject(entry))
  })
}
