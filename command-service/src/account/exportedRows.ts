import { resources } from '@hearth/contracts'
import { can } from '@hearth/contracts/kernel/access'
import { readOpenedEntries, toSealedFeedEvent } from '@hearth/contracts/ical-feed'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { readOpened, toSealedEvent } from '@hearth/contracts/thread'
import { describeColumns, columnsToRow } from '@hearth/platform/read-model/columns'
import type { Recorded } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

export type Row = Readonly<Record<string, unknown>>

const PAGE_SIZE = 500

/** Everything of the account that an owner can read, except earlier exports. */
export const EXPORTED_RESOURCES: readonly Resource[] = Object.values(resources).filter(
  ({ name, scope, view, capability }: Resource) =>
    scope === 'tenant' && view !== true && name !== 'data-exports' && can('owner', capability),
)

const readPages = async function* (
  pool: pg.Pool,
  { table, row, where = {} }: Resource,
  tenantId: string,
): AsyncGenerator<readonly Row[]> {
  const columns = describeColumns(row)
  const columnFor = (field: string) => columns.find((column) => column.field === field)?.column ?? field
  const fixed = Object.entries(where)
  const conditions = fixed
    .map(([field], index) => ` and ${columnFor(field)} = any($${index + 3}::text[])`)
    .join('')
  for (let after = ''; ;) {
    const { rows } = await pool.query<Row & { id: string }>(
      `
        select *
        from ${qualified(table)}
        where tenant_id = $1 and id > $2 ${conditions}
        order by id
        limit ${PAGE_SIZE}`,
      [tenantId, after, ...fixed.map(([, values]) => values)],
    )
    if (rows.length > 0) yield rows.map((record) => columnsToRow(columns, record))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = last.id
  }
}

type Unseal = (readEvents: EventReader, rows: readonly Row[]) => Promise<readonly Row[]>

/** Rows of the event log with their personal fields readable; null data where an event can't be read. */
const unsealEvents: Unseal = async (readEvents, rows) => {
  const events = rows.map((row) => ({
    id: String(row['id']),
    stream: String(row['stream']),
    revision: BigInt(String(row['streamRevision'])),
    type: String(row['type']),
    data: row['data'],
    metadata: row['metadata'] as Readonly<Record<string, string>>,
    position: { commit: BigInt(String(row['commit'])), prepare: BigInt(String(row['commit'])) },
    recordedAt: String(row['recordedAt']),
  }))
  const read = await readEvents(events)
  return rows.map((row, index) => {
    const result = read[index]
    return { ...row, data: result !== undefined && 'event' in result ? result.event.data : null }
  })
}

/** Rows with their sealed fields readable; `unreadable` where they can't be read. */
const unsealFields =
  (
    toEvent: (row: Row) => Recorded,
    readFields: (data: unknown) => Partial<Row>,
    unreadable: Partial<Row>,
  ): Unseal =>
  async (readEvents, rows) => {
    const read = await readEvents(rows.map(toEvent))
    return rows.map((row, index) => {
      const result = read[index]
      const opened = result !== undefined && 'event' in result
      return { ...row, ...(opened ? readFields(result.event.data) : unreadable) }
    })
  }

/** Read models that keep personal fields sealed. */
const UNSEAL: Readonly<Record<string, Unseal>> = {
  events: unsealEvents,
  messages: unsealFields(toSealedEvent, readOpened, { text: null, attachments: [] }),
  'ical-feeds': unsealFields(toSealedFeedEvent, (data) => ({ unreadEntries: readOpenedEntries(data) }), {
    unreadEntries: [],
  }),
}

/** The rows of one resource as the owner reads them, page by page. */
export const readExportedRows = async function* (
  { pool, readEvents }: Readonly<{ pool: pg.Pool; readEvents: EventReader }>,
  resource: Resource,
  tenantId: string,
): AsyncGenerator<readonly Row[]> {
  for await (const page of readPages(pool, resource, tenantId))
    yield (await UNSEAL[resource.name]?.(readEvents, page)) ?? page
}
