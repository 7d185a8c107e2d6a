import { findColumnKind, readCell, type Sheet } from '@hearth/platform/spreadsheet/cells'
import { sql, type Kysely } from 'kysely'
import type { ListRequest } from './listRequest.ts'
import type { ApiRow, Model, Scope } from './model.ts'
import { readAll } from './readAll.ts'
import { tableRef } from './sql.ts'

const readTitles = async (
  db: Kysely<unknown>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{
    id: string
    title: string
  }>`select id, title from ${tableRef('listing')} where id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** People read titles, not ids. */
const withListingTitles = async (
  db: Kysely<unknown>,
  rows: readonly ApiRow[],
  known: Map<string, string>,
): Promise<readonly ApiRow[]> => {
  const missing = [...new Set(rows.map(({ listingId }) => listingId))].filter(
    (id): id is string => typeof id === 'string' && !known.has(id),
  )
  if (missing.length > 0) for (const [id, title] of await readTitles(db, missing)) known.set(id, title)
  return rows.map((row) => ({ ...row, listingId: known.get(String(row['listingId'])) ?? row['listingId'] }))
}

/** The time zone of the account; UTC for staff, who see several. */
export const readTimezone = async (db: Kysely<unknown>, account: string | null): Promise<string> => {
  const { rows } = await sql<{
    timezone: string
  }>`select timezone from ${tableRef('account')} where id = ${account}`.execute(db)
  return rows[0]?.timezone ?? 'UTC'
}

type Export = Readonly<{
  db: Kysely<unknown>
  model: Model
  scope: Scope
  request: Pick<ListRequest, 'conditions' | 'sort'>
  /** Field → title, in order. */
  columns: Readonly<Record<string, string>>
  timezone: string
  see: (row: ApiRow) => ApiRow
  /** Records each page in the access log before it is sent. */
  record: (rows: readonly ApiRow[]) => Promise<void>
  signal: AbortSignal
}>

/** All rows of a list as a sheet, with one page of rows in memory. */
export const createListSheet = ({
  db,
  model,
  scope,
  request,
  columns,
  timezone,
  see,
  ...more
}: Export): Sheet => {
  const fields = Object.keys(columns)
  const titles = new Map<string, string>()
  const readPages = async function* () {
    for await (const page of readAll(db, model, scope, request, more.signal)) {
      await more.record(page)
      const rows = 'listingId' in columns ? await withListingTitles(db, page, titles) : page
      yield rows.map(see).map((row) => fields.map((field) => readCell(row, field)))
    }
  }
  return {
    name: model.resource.name,
    columns: Object.entries(columns).map(([field, title]) => ({
      title,
      kind: findColumnKind(field, model.fields.get(field)?.sqlType),
    })),
    pages: readPages(),
    timezone,
  }
}
