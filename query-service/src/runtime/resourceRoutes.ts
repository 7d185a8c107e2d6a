import type { Resource } from '@hearth/contracts/kernel/resource'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { formatEtag } from '@hearth/platform/http/requestHeaders'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { z } from 'zod'
import { asksForPast, remakeOf, rowAsOf, tablesOf, zAsOf } from './asOf.ts'
import { describeFile, EXPORT_ENDINGS, sendSheet, type ExportFormat } from './exportFormats.ts'
import { chooseReading } from './chooseReading.ts'
import { createListSheet, readTimezone } from './listSheet.ts'
import { parseListRequest, zExportQuery, zListQuery } from './listRequest.ts'
import { createModel, createScope, type Model, type View, type ApiRow } from './model.ts'
import { findOne, formatJson, readPage, parseRow, type Found } from './readRows.ts'
import { estimateTotal, readTotal, type Total } from './readTotal.ts'
import { isRewritten, redact } from './redact.ts'
import type { Sources } from './sources.ts'
import { waitForToken } from './token.ts'
import { hiddenFields } from './visibleFields.ts'

/** An id in a path. An id that no row can have is answered like an unknown one. */
export const zPathId = z.strictObject({
  id: z
    .string()
    .max(200)
    .refine((text) => text.isWellFormed() && !text.includes('\0')),
})

/** Turns stored rows into what is answered, such as opening personal fields; by table. */
export type Finish = (rows: readonly ApiRow[], principal: Principal) => Promise<readonly ApiRow[]>

const waitsFor = ({ table, view }: Resource): readonly string[] => (view ? [] : [table])

const find = async (sources: Sources, model: Model, principal: Principal, id: string): Promise<Found> => {
  const found = await findOne(sources.db, model, createScope(principal), id)
  if (!found) throw new AppProblem('NOT_FOUND')
  return found
}

/**
 * The row as the caller may see it, or 404, which is the same for foreign, unknown and malformed ids. The
 * access log records it as a read of the route.
 */
export const findRow = async (
  sources: Sources,
  model: Model,
  principal: Principal,
  id: string,
): Promise<ApiRow> => {
  const found = await find(sources, model, principal, id)
  sources.accessLog.note([found])
  return parseRow(model.whole, found)
}

const rowsShown = async (
  model: Model,
  { columns }: View,
  principal: Principal,
  rows: readonly ApiRow[],
  finish: Finish | undefined,
): Promise<readonly string[]> => {
  const hidden = hiddenFields(model, principal)
  const { elsewhere = [] } = model.resource
  const shownFields = [...columns.map(({ field }) => field), ...elsewhere]
  const there = new Set(shownFields.filter((field) => hidden.has(field)))
  return (finish ? await finish(rows, principal) : rows)
    .map(redact(model.resource.table, there, principal))
    .map((row) => JSON.stringify(row))
}

/**
 * The JSON of each row as this principal may see it. Stored JSON is passed on unparsed if no rule needs its
 * fields.
 */
const shown = async (
  model: Model,
  view: View,
  principal: Principal,
  found: readonly Found[],
  finish: Finish | undefined,
): Promise<readonly string[]> => {
  if (finish || isRewritten(model.resource.table))
    return rowsShown(
      model,
      view,
      principal,
      found.map((row) => parseRow(view, row)),
      finish,
    )
  const hidden = hiddenFields(model, principal)
  return found.map((row) => formatJson(view, row, hidden))
}

const totalHeaders = ({ count, estimated }: Total, contentRange: (count: number) => string) => ({
  'content-range': contentRange(count),
  ...(estimated ? { 'x-total-estimated': '1' } : {}),
})

const listRoute = (sources: Sources, model: Model, finish?: Finish): Route => {
  const { name, capability } = model.resource
  return route({
    method: 'GET',
    path: `/api/${name}`,
    access: { capability },
    tenant: 'own',
    rate: 'read',
    query: zListQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const request = parseListRequest(model, hiddenFields(model, principal), query)
      const position = await waitForToken(sources.positions, waitsFor(model.resource), headers, signal)
      const { found, total } = await readPage(sources.db, model, createScope(principal), request)
      if (model.resource.unaudited === undefined) sources.accessLog.note(found)
      const seen = await shown(model, model.listed, principal, found, finish)
      const range = seen.length === 0 ? '*' : `${request.offset}-${request.offset + seen.length - 1}`
      return {
        status: 200,
        headers: { ...totalHeaders(total, (count) => `${name} ${range}/${count}`), ...position },
        json: `[${seen.join(',')}]`,
      }
    },
  })
}

const oneRoute = (sources: Sources, model: Model, finish?: Finish): Route => {
  const { name, table, capability } = model.resource
  const remake = remakeOf(table)
  return route({
    method: 'GET',
    path: `/api/${name}/:id`,
    access: { capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: remake ? zAsOf : z.strictObject({}),
    handler: async ({ principal, params, query, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        model.resource.view ? [] : tablesOf(table, query),
        headers,
        signal,
      )
      const found = await find(sources, model, principal, params.id)
      if (model.resource.unaudited === undefined) sources.accessLog.note([found])
      const past =
        remake && asksForPast(query)
          ? await rowAsOf(sources, remake, parseRow(model.whole, found), principal, query)
          : undefined
      const [json] = past
        ? await rowsShown(model, model.whole, principal, [past], finish)
        : await shown(model, model.whole, principal, [found], finish)
      return { status: 200, headers: { etag: formatEtag((past ?? found).revision), ...position }, json }
    },
  })
}

const exportRoute = (
  sources: Sources,
  model: Model,
  columns: Readonly<Record<string, string>>,
  format: ExportFormat,
): Route => {
  const { name, table, capability } = model.resource
  return route({
    method: 'GET',
    path: `/api/${name}.${format}`,
    access: { capability },
    tenant: 'own',
    rate: 'export',
    query: zExportQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const hidden = hiddenFields(model, principal)
      const request = parseListRequest(model, hidden, query)
      const seen = Object.entries(columns).filter(([field]) => !hidden.has(field))
      const position = await waitForToken(sources.positions, waitsFor(model.resource), headers, signal)
      const scope = createScope(principal)
      const record = async (rows: readonly ApiRow[]) => {
        if (model.resource.unaudited === undefined)
          await sources.accessLog.record(principal, rows, `${name}.${format}`)
      }
      const reading = await chooseReading(sources.db, model, scope, request)
      const countRows = reading === 'walk' && scope.tenantId === null ? estimateTotal : readTotal
      const [{ count, estimated }, timezone] = await Promise.all([
        countRows(sources.db, model, scope, request),
        readTimezone(sources.db, scope.tenantId),
      ])
      const today = new Date(sources.now()).toISOString().slice(0, 10)
      return {
        status: 200,
        headers: {
          ...describeFile(format, `${name}-${today}`),
          'x-total-count': String(count),
          ...(estimated ? { 'x-total-estimated': '1' } : {}),
          ...position,
        },
        stream: (response, until) =>
          sendSheet(
            format,
            createListSheet({
              db: sources.db,
              model,
              scope,
              request,
              columns: Object.fromEntries(seen),
              timezone,
              see: redact(table, hidden, principal),
              record,
              signal: until,
            }),
            response,
            until,
          ),
      }
    },
  })
}

/**
 * The routes of a declared resource: list, single row, and the export if its columns are declared
 * (docs/domain/commands.md#lists).
 */
export const resourceRoutes = (
  sources: Sources,
  resource: Resource,
  { finish }: Readonly<{ finish?: Finish }> = {},
): readonly Route[] => {
  const model = createModel(resource)
  return [
    ...EXPORT_ENDINGS.flatMap((format) =>
      resource.export ? [exportRoute(sources, model, resource.export, format)] : [],
    ),
    // A list has none of the fields that are read elsewhere.
    listRoute(sources, model, resource.elsewhere ? undefined : finish),
    oneRoute(sources, model, finish),
  ]
}
