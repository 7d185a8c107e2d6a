import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { sql, type Kysely } from 'kysely'
import { readCell, csvLines } from '@hearth/platform/csv/csv'
import type { ListRequest } from './listRequest.ts'
import type { ApiRow, Model, Scope } from './model.ts'
import { readAll } from './readAll.ts'
import { tableRef } from './sql.ts'

// Spreadsheets guess the encoding; the mark makes them guess UTF-8.
const BYTE_ORDER_MARK = '\ufeff'

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

type Export = Readonly<{
  db: Kysely<unknown>
  model: Model
  scope: Scope
  request: Pick<ListRequest, 'conditions' | 'sort'>
  /** Field → title, in order. */
  columns: Readonly<Record<string, string>>
  see: (row: ApiRow) => ApiRow
  /** Records each page in the access log before it is sent. */
  record: (rows: readonly ApiRow[]) => Promise<void>
  response: ServerResponse
  signal: AbortSignal
}>

/** Writes all rows as CSV at the speed of the reader, with one page of rows in memory. */
export const exportRows = async ({
  db,
  model,
  scope,
  request,
  columns,
  see,
  record,
  response,
  signal,
}: Export): Promise<void> => {
  const fields = Object.keys(columns)
  const titles = new Map<string, string>()
  response.write(BYTE_ORDER_MARK + csvLines([Object.values(columns)]))
  for await (const page of readAll(db, model, scope, request, signal)) {
    await record(page)
    const rows = 'listingId' in columns ? await withListingTitles(db, page, titles) : page
    const text = csvLines(rows.map(see).map((row) => fields.map((field) => readCell(row, field))))
    if (!response.write(text)) await once(response, 'drain', { signal })
  }
}
