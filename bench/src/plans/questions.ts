import type { Resource } from '@hearth/contracts/kernel/resource'
import { snake } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import { parseListRequest, type ListRequest } from '@hearth/query-service/runtime/listRequest'
import { createModel, type Model, type Scope } from '@hearth/query-service/runtime/model'
import { sql, type Kysely } from 'kysely'

/** Rows of a page. */
export const PAGE = 25

/** A list request without its page. */
export type Question = Readonly<{
  resource: string
  who: string
  filter: Readonly<Record<string, unknown>>
  sort: readonly [string, 'ASC' | 'DESC']
  model: Model
  scope: Scope
}>

export const formatName = ({ resource, who, filter, sort }: Question) =>
  `${resource} as ${who}, filter ${JSON.stringify(filter)}, sort ${sort.join(' ')}`

export const buildRequest = ({ model, filter, sort }: Question, offset: number): ListRequest =>
  parseListRequest(model, new Set(), {
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: JSON.stringify([offset, offset + PAGE - 1]),
  })

/**
 * What the planner knows of a column: its frequent values, and one of the others. Dates are texts, as in
 * filters.
 */
const readValues = async (
  db: Kysely<unknown>,
  table: string,
  column: string,
): Promise<Readonly<{ frequent: readonly unknown[]; rare: unknown; middle: unknown }>> => {
  const ref = sql.ref(column)
  const from = sql.raw(qualified(table))
  const { rows } = await sql<{
    value: unknown
    count: number
  }>`
    select ${ref} as value, count(*)::int as count
    from (select ${ref} from ${from} where ${ref} is not null order by id limit 20000) as seen
    group by 1
    order by 2 desc`.execute(db)
  const ordered = await sql<{
    value: unknown
  }>`
    select percentile_disc(0.5) within group (order by ${ref}) as value
    from (select ${ref} from ${from} where ${ref} is not null order by id limit 20000) as seen`.execute(db)
  return {
    frequent: rows.slice(0, 2).map(({ value }) => value),
    rare: rows.at(-1)?.value,
    middle: ordered.rows[0]?.value ?? rows[0]?.value,
  }
}

const after = (date: unknown, days: number) =>
  new Date(Date.parse(String(date)) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Every declared filter with values of the data: frequent, rare, two together; open and narrow ranges; a
 * common word, a short one and an unknown one.
 */
const listFilters = async (
  db: Kysely<unknown>,
  { table, filter }: Resource,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const filters: Record<string, unknown>[] = [{}]
  for (const [field, kind] of Object.entries(filter)) {
    if (kind === 'equals') {
      const { frequent, rare } = await readValues(db, table, snake(field))
      for (const value of new Set([frequent[0], rare, ...(frequent.length === 2 ? [frequent] : [])]))
        if (value !== undefined) filters.push({ [field]: value })
    } else if (kind === 'range') {
      const { middle } = await readValues(db, table, snake(field))
      if (middle === undefined) continue
      const isDate = /^\d{4}-\d\d-\d\d$/.test(String(middle))
      const end = isDate
        ? after(middle, 30)
        : typeof middle === 'number'
          ? middle + 1
          : `${after(middle, 7)}T00:00:00.000Z`
      filters.push({ [`${field}_gte`]: middle }, { [`${field}_gte`]: middle, [`${field}_lte`]: end })
    } else if ('overlap' in kind) {
      const { middle } = await readValues(db, table, snake(kind.overlap[0]))
      if (middle === undefined) continue
      filters.push({ [field]: { from: middle, to: after(middle, 30) } }, { [field]: { from: middle } })
    } else if ('lacks' in kind) {
      filters.push({ [field]: 'none' })
    } else {
      const { frequent, rare } = await readValues(db, table, snake(kind.search[0] ?? 'id'))
      const word = String(frequent[0] ?? 'none').split(' ')[0] ?? ''
      filters.push(
        { [field]: word },
        { [field]: word.slice(0, 2) },
        { [field]: `${rare}` },
        { [field]: 'qqzzx' },
      )
    }
  }
  return filters
}

/**
 * The people whose lists are requested: the account with the most rows, one in the middle, a co-host with
 * access to two of the listings, and staff over all accounts.
 */
const listScopes = async (db: Kysely<unknown>, resource: Resource): Promise<ReadonlyMap<string, Scope>> => {
  const staff: Scope = { tenantId: null, listingIds: null, staff: true }
  if (resource.scope === 'platform')
    return new Map([
      ['staff', staff],
      ['a host', { tenantId: 'none', listingIds: null, staff: false }],
    ])
  const from = sql.raw(qualified(resource.table))
  const { rows } = await sql<{
    tenant: string
  }>`select tenant_id as tenant, count(*) as count from ${from} group by 1 order by 2 desc, 1`.execute(db)
  const [largest, middle] = [rows[0]?.tenant ?? '', rows[rows.length >> 1]?.tenant ?? '']
  const host = { listingIds: null, staff: false }
  const scopes = new Map<string, Scope>([
    ['the largest host', { ...host, tenantId: largest }],
    ['a middling host', { ...host, tenantId: middle }],
    ['staff', staff],
  ])
  const { listings } = resource
  if (typeof listings !== 'object' || !('field' in listings)) return scopes
  const [field = '', key] = listings.field.split('.')
  const listing = key === undefined ? sql.ref(snake(field)) : sql`${sql.ref(snake(field))} ->> ${key}`
  const found = await sql<{
    listing: string
  }>`
    select ${listing} as listing
    from ${from}
    where tenant_id = ${largest} and ${listing} is not null
    group by 1
    order by count(*) desc
    limit 2`.execute(db)
  return scopes.set('a co-host of the largest', {
    tenantId: largest,
    listingIds: found.rows.map((row) => row.listing),
    staff: false,
  })
}

/** Every declared order, ascending and descending, with every declared filter, for every kind of person. */
export const questionsAbout = async (
  db: Kysely<unknown>,
  resource: Resource,
): Promise<readonly Question[]> => {
  const model = createModel(resource)
  const filters = await listFilters(db, resource)
  const scopes = await listScopes(db, resource)
  return [...scopes].flatMap(([who, scope]) =>
    filters.flatMap((filter) =>
      [...new Set([...resource.sort, 'id'])].flatMap((field) =>
        (['ASC', 'DESC'] as const).map((order): Question => ({
          resource: resource.name,
          who,
          filter,
          sort: [field, order],
          model,
          scope,
        })),
      ),
    ),
  )
}
