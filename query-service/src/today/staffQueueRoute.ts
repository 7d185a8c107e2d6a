import { can } from '@hearth/contracts/kernel/access'
import { PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import {
  QUEUE_KINDS,
  zQueueItem,
  type QueueItem,
  type QueueKind,
  type StaffQueue,
} from '@hearth/contracts/today'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { parseListRequest } from '../runtime/listRequest.ts'
import { createModel, createScope, type ApiRow } from '../runtime/model.ts'
import { parseRow, readPage } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { hiddenFields } from '../runtime/visibleFields.ts'
import { QUEUE_SOURCES } from './staffQueueSources.ts'

const MAX_OF_KIND = 50

const queues = QUEUE_KINDS.map((kind) => ({
  kind,
  source: QUEUE_SOURCES[kind],
  model: createModel(QUEUE_SOURCES[kind].resource),
}))

/** A line without the names of its account and listing. */
const toItem = (kind: QueueKind, row: ApiRow): QueueItem => {
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
    amountMinor: amount ? row['amountMinor'] : null,
    currency: amount ? row['currency'] : null,
  })
}

const readKind = async (
  sources: Sources,
  principal: Principal,
  { kind, source, model }: (typeof queues)[number],
) => {
  const request = parseListRequest(model, hiddenFields(model, principal), {
    filter: JSON.stringify(source.filter),
    sort: JSON.stringify([source.since, 'ASC']),
    range: JSON.stringify([0, MAX_OF_KIND - 1]),
  })
  const { found, total } = await readPage(sources.db, model, createScope(principal), request)
  sources.accessLog.note(found)
  return { count: total.count, items: found.map((row) => toItem(kind, parseRow(model.listed, row))) }
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

const withNames = async ({ db }: Sources, items: readonly QueueItem[]): Promise<readonly QueueItem[]> => {
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

/**
 * `GET /api/staff-queue`: what waits for a decision that the caller can make, over all accounts, the oldest
 * first (docs/domain/console.md#what-waits-for-staff).
 */
export const staffQueueRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/staff-queue',
    access: { capability: 'queue.read' },
    tenant: 'any',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const { role } = principal.actor
      const mine = queues.filter(
        ({ source: { decides, resource } }) => can(role, decides) && can(role, resource.capability),
      )
      const tables = [
        ...new Set(mine.filter(({ model }) => !model.resource.view).map(({ model }) => model.resource.table)),
      ]
      const position = await waitForToken(
        sources.positions,
        ['account', 'listing', ...tables],
        headers,
        signal,
      )
      const found = await Promise.all(mine.map((queue) => readKind(sources, principal, queue)))
      const items = await withNames(
        sources,
        found
          .flatMap((kind) => kind.items)
          .toSorted((a, b) => a.since.localeCompare(b.since) || a.id.localeCompare(b.id)),
      )
      const body: StaffQueue = { total: found.reduce((sum, { count }) => sum + count, 0), items: [...items] }
      return { status: 200, headers: position, body }
    },
  })
