import { resources } from '@hearth/contracts'
import { can } from '@hearth/contracts/kernel/access'
import { readOpenedEntries, toSealedFeedEvent } from '@hearth/contracts/ical-feed'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { readOpened, toSealedEvent } from '@hearth/contracts/thread'
import { describeColumns, columnsToRow } from '@hearth/platform/read-model/columns'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { readNamed } from '@hearth/platform/event-store/readNamed'
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
  { table, row, elsewhere = [], where = {} }: Resource,
  tenantId: string,
): AsyncGenerator<readonly Row[]> {
  const columns = describeColumns(row).filter(({ field }) => !elsewhere.includes(field))
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

type Reading = Readonly<{ pool: pg.Pool; store: Pick<EventStore, 'read'>; readEvents: EventReader }>
type Unseal = (reading: Reading, rows: readonly Row[]) => Promise<readonly Row[]>

/** Rows of the event log with what the event store has of them; null data where an event can't be read. */
const readLoggedEvents: Unseal = async ({ store, readEvents }, rows) => {
  const recorded = await readNamed(
    store,
    rows.map((row) => ({
      id: String(row['id']),
      stream: String(row['stream']),
      revision: BigInt(String(row['streamRevision'])),
    })),
  )
  const read = await readEvents(recorded)
  return recorded.map(({ metadata, position, recordedAt }, index) => {
    const result = read[index]
    const data = result !== undefined && 'event' in result ? result.event.data : null
    return { ...rows[index], data, metadata, commit: String(position.commit), recordedAt }
  })
}

/** Rows with their sealed fields readable; `unreadable` where they can't be read. */
const unsealFields =
  (
    toEvent: (row: Row) => Recorded,
    readFields: (data: unknown) => Partial<Row>,
    unreadable: Partial<Row>,
  ): Unseal =>
  async ({ readEvents }, rows) => {
    const read = await readEvents(rows.map(toEvent))
    return rows.map((row, index) => {
      const result = read[index]
      const opened = result !== undefined && 'event' in result
      return { ...row, ...(opened ? readFields(result.event.data) : unreadable) }
    })
  }

/** Read models that keep personal fields sealed, or leave them in the event store. */
const UNSEAL: Readonly<Record<string, Unseal>> = {
  events: readLoggedEvents,
  messages: unsealFields(toSealedEvent, readOpened, { text: null, attachments: [] }),
  'ical-feeds': unsealFields(toSealedFeedEvent, (data) => ({ unreadEntries: readOpenedEntries(data) }), {
    unreadEntries: [],
  }),
}

/** The rows of one resource as the owner reads them, page by page. */
export const readExportedRows = async function* (
  reading: Reading,
  resource: Resource,
  tenantId: string,
): AsyncGenerator<readonly Row[]> {
  for await (const page of readPages(reading.pool, resource, tenantId))
    yield (await UNSEAL[resource.name]?.(reading, page)) ?? page
}
