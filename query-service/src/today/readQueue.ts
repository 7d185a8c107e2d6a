import { can } from '@hearth/contracts/kernel/access'
import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { zQueueItem, type QueueItem, type QueueKind } from '@hearth/contracts/today'
import type { Principal } from '@hearth/platform/session/principal'
import { sql, type Kysely } from 'kysely'
import { parseListRequest } from '../runtime/listRequest.ts'
import { createModel, createScope, type ApiRow, type Model } from '../runtime/model.ts'
import { parseRow, readPage } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { hiddenFields } from '../runtime/visibleFields.ts'
import { QUEUE_SOURCES, type QueueSource } from './staffQueueSources.ts'

const MAX_OF_KIND = 50

export type Queue<Kind extends QueueKind = QueueKind> = Readonly<{
  kind: Kind
  source: QueueSource
  model: Model
}>

export const createQueues = <Kind extends QueueKind>(kinds: readonly Kind[]): readonly Queue<Kind>[] =>
  kinds.map((kind) => ({
    kind,
    source: QUEUE_SOURCES[kind],
    model: createModel(QUEUE_SOURCES[kind].resource),
  }))

/** Those that hold what the caller can decide. */
export const selectQueues = <Kind extends QueueKind>(
  queues: readonly Queue<Kind>[],
  { actor: { role } }: Principal,
): readonly Queue<Kind>[] =>
  queues.filter(({ source: { decides, resource } }) => can(role, decides) && can(role, resource.capability))

/** The read models that the answer is read from. */
export const listTables = (queues: readonly Queue[]): readonly string[] => [
  ...new Set([
    'account',
    'listing',
    ...queues.filter(({ model }) => !model.resource.view).map(({ model }) => model.resource.table),
  ]),
]

/** A line without the names of its account and listing. */
export const toItem = (kind: QueueKind, row: ApiRow): QueueItem => {
  const { account = 'tenantId', subject, listing, since, due, amount } = QUEUE_SOURCES[kind]
  const accountId = String(row[account] ?? '')
  return zQueueItem.parse({
    kind,
    id: row.id,
    accountId: accountId === PLATFORM_TENANT || accountId === '' ? null : accountId,
    accountName: null,
    listingId: listing === undefined ? null : String(row[listing]),
    subject: subject === undefined ? '' : String(row[subject] ?? ''),
    since: row[since],
    dueAt: due === undefined ? null : row[due],
    amountMinor: amount === undefined ? null : row[amount],
    currency: amount === undefined ? null : row['currency'],
  })
}

/** The first rows of a queue, and how many there are; they are in the access log. */
export const readQueue = async (
  sources: Sources,
  principal: Principal,
  { source, model }: Queue,
  sort = source.since,
): Promise<Readonly<{ count: number; rows: readonly ApiRow[] }>> => {
  const request = parseListRequest(model, hiddenFields(model, principal), {
    filter: JSON.stringify(source.filter),
    sort: JSON.stringify([sort, 'ASC']),
    range: JSON.stringify([0, MAX_OF_KIND - 1]),
  })
  const { found, total } = await readPage(sources.db, model, createScope(principal), request)
  sources.accessLog.note(found)
  return { count: total.count, rows: found.map((row) => parseRow(model.listed, row)) }
}

const readNames = async (
  db: Kysely<unknown>,
  table: 'account' | 'listing',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const name = sql.ref(table === 'account' ? 'display_name' : 'title')
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, ${name} as name from ${tableRef(table)} where id = any(${[...new Set(ids)]}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The lines with the names of their accounts, and of their listings as what they are about. */
export const withNames = async <Item extends QueueItem>(
  { db }: Sources,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const [accounts, titles] = await Promise.all([
    readNames(
      db,
      'account',
      items.flatMap(({ accountId }) => accountId ?? []),
    ),
    readNames(
      db,
      'listing',
      items.flatMap(({ listingId }) => listingId ?? []),
    ),
  ])
  return items.map((item) => ({
    ...item,
    accountName: item.accountId === null ? null : (accounts.get(item.accountId) ?? null),
    subject: item.listingId === null ? item.subject : (titles.get(item.listingId) ?? ''),
  }))
}
