import { events } from '@hearth/contracts/event'
import { zInstant } from '@hearth/contracts/kernel/dates'
import { givesRevision, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import { projections } from '@hearth/contracts/projections'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { fieldProblem } from '@hearth/platform/http/validation'
import type { Principal } from '@hearth/platform/session/principal'
import { z } from 'zod'
import { readStreams } from './readEvents.ts'
import { createScope, type ApiRow } from './model.ts'
import type { Sources } from './sources.ts'

// A booking's stream has some dozen events, a busy listing's calendar some thousands.
const MAX_EVENTS = 20_000

/** Folds rows of a table from the log; undefined if the log does not name the streams of a row. */
export type Remake = Projection & Readonly<{ streams: NonNullable<Projection['streams']> }>
export const remakeOf = (table: string): Remake | undefined => {
  const projection = projections.find(({ name }) => name === table)
  return projection?.streams ? { ...projection, streams: projection.streams } : undefined
}

/**
 * `?asOf=<instant>` for all who see the record; staff may add `&recordedBy=<instant>`
 * (docs/domain/ids-and-streams.md#as-of).
 */
export const zAsOf = z.strictObject({ asOf: zInstant.optional(), recordedBy: zInstant.optional() })
export type AsOf = z.infer<typeof zAsOf>

export const asksForPast = ({ asOf, recordedBy }: AsOf) => asOf !== undefined || recordedBy !== undefined
/** The past is folded from the events, so they must be there too. */
export const tablesOf = (table: string, query: AsOf) => (asksForPast(query) ? [table, events.table] : [table])

/**
 * The row as it stood when everything up to `asOf` had happened and, for staff, was recorded by `recordedBy`:
 * the projector's own fold.
 */
export const rowAsOf = async (
  sources: Sources,
  remake: Remake,
  row: ApiRow,
  principal: Principal,
  query: AsOf,
): Promise<ApiRow> => {
  if (query.recordedBy !== undefined && !createScope(principal).staff)
    throw fieldProblem('/recordedBy', 'is not known here')
  const { streams, keys, fold } = remake
  const everything = { tenantId: row.tenantId, listingIds: null, staff: true }
  const until = query.asOf ?? new Date(sources.now()).toISOString()
  const read = await readStreams(sources, everything, {
    streams: streams(row),
    until,
    recordedBy: query.recordedBy,
    limit: MAX_EVENTS,
  })
  if (read.length === MAX_EVENTS)
    throw new AppProblem('LIMIT_EXCEEDED', `More than ${MAX_EVENTS} events lie before this instant`)
  const past = read.filter((event) => keys(event).includes(row.id))
  const folded = past.reduce<Row | undefined>((before, event) => fold(before, event, row.id), undefined)
  const last = past.findLast((event) => givesRevision(remake, event))
  if (!folded) throw new AppProblem('NOT_FOUND')
  return { ...folded, id: row.id, tenantId: row.tenantId, revision: Number(last?.revision ?? 0) }
}
