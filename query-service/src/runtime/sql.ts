import type { ListingScope, Resource } from '@hearth/contracts/kernel/resource'
import { listings } from '@hearth/contracts/listing'
import { snake, type SqlType } from '@hearth/platform/read-model/columns'
import { ANY_CASE, daysSql, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { sql, type RawBuilder } from 'kysely'
import type { Condition, Sort } from './listRequest.ts'
import type { Field, Model, Scope } from './model.ts'
import { notForHosts, withoutStreams } from './redact.ts'

type Sql = RawBuilder<unknown>

/** `read.<table>`, for a table name from a declaration. */
export const tableRef = (table: string): Sql => sql.table(`${READ_SCHEMA}.${table}`)

const CAST: Readonly<Record<SqlType, Sql>> = {
  text: sql`text`,
  date: sql`date`,
  timestamptz: sql`timestamptz`,
  bigint: sql`bigint`,
  'double precision': sql`double precision`,
  boolean: sql`boolean`,
  jsonb: sql`jsonb`,
}

const ref = ({ column }: Field): Sql => sql.ref(column)
const one = (field: Field, value: unknown): Sql => sql`cast(${value} as ${CAST[field.sqlType]})`
const many = (field: Field, values: readonly unknown[]): Sql =>
  sql`cast(${values} as ${CAST[field.sqlType]}[])`

// A row's account is its tenant, and the indexes begin with the tenant.
const findColumn = (field: Field): Sql =>
  field.field === 'hostAccountId' ? sql.ref('tenant_id') : ref(field)

// The trigram index finds three consecutive letters or digits, and beginnings of words: shorter words are
// searched there. It does not contain punctuation.
const likePatterns = (word: string): readonly string[] => {
  const text = word.replace(/[\\%_]/g, (found) => `\\${found}`)
  return /[\p{L}\p{N}]{3}|^[^\p{L}\p{N}]+$/u.test(word) ? [`%${text}%`] : [`${text}%`, `% ${text}%`]
}

const isLike = (column: Sql, patterns: readonly string[]): Sql[] =>
  patterns.map((pattern) => sql`${column} ${sql.raw(ANY_CASE)} ilike ${pattern}`)

/** Whether one of the fields, or the title of the row's listing, has the word. */
const wordSql = ({ fields, listing }: Extract<Condition, { kind: 'words' }>, word: string): Sql => {
  const patterns = likePatterns(word)
  const titled = sql.join(isLike(sql.ref('title'), patterns), sql` or `)
  return sql`(${sql.join(
    [
      ...fields.flatMap((field) => isLike(ref(field), patterns)),
      ...(listing === undefined
        ? []
        : [sql`${ref(listing)} = any(array(select id from ${tableRef(listings.table)} where ${titled}))`]),
    ],
    sql` or `,
  )})`
}

const conditionSql = (condition: Condition): Sql[] => {
  switch (condition.kind) {
    case 'in': {
      const { field, values } = condition
      const column = findColumn(field)
      return [
        values.length === 1
          ? sql`${column} = ${one(field, values[0])}`
          : sql`${column} = any(${many(field, values)})`,
      ]
    }
    case 'from':
      return [sql`${ref(condition.field)} >= ${one(condition.field, condition.value)}`]
    case 'to':
      return [sql`${ref(condition.field)} <= ${one(condition.field, condition.value)}`]
    case 'overlap': {
      const { start, end, from, to, indexed } = condition
      // Only days that follow each other form a range.
      if (indexed && (from === undefined || to === undefined || from < to)) {
        const days = sql`daterange(${one(start, from ?? null)}, ${one(end, to ?? null)})`
        return [sql`${sql.raw(daysSql(start.column, end.column))} && ${days}`]
      }
      return [
        ...(to === undefined ? [] : [sql`${ref(start)} < ${one(start, to)}`]),
        ...(from === undefined ? [] : [sql`${ref(end)} > ${one(end, from)}`]),
      ]
    }
    case 'lacks':
      return [sql`not ${ref(condition.field)} @> to_jsonb(${condition.value}::text)`]
    case 'words':
      return condition.words.map((word) => wordSql(condition, word))
  }
}

export const conditionsSql = (conditions: readonly Condition[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions.flatMap(conditionSql), sql` and `)

const listingSql = (path: string): Sql => {
  const [field = '', key] = path.split('.')
  return key === undefined ? sql.ref(snake(field)) : sql`${sql.ref(snake(field))} ->> ${key}`
}

/** The rows that a member sees who is limited to these listings. A scope that is not declared shows none. */
const listingScopeSql = (listings: ListingScope | undefined, listingIds: readonly string[]): Sql => {
  const ids = sql`${[...listingIds]}::text[]`
  if (listings === undefined || listings === 'whole account') return sql`false`
  if ('field' in listings) return sql`${listingSql(listings.field)} = any(${ids})`
  if ('list' in listings) {
    const column = sql.ref(snake(listings.list))
    return sql`(${column} is null or ${column} <@ to_jsonb(${ids}))`
  }
  return sql`true`
}

/**
 * The rows that the reader made, or that are shared with everyone who may see what they name. Without a
 * reader there are none.
 */
const personalRowsSql = (
  { owner, shared, needs }: NonNullable<Resource['personalRows']>,
  reader: Scope['reader'],
): Sql => {
  if (reader === undefined) return sql`false`
  const isTheirs = sql`(${sql.ref(snake(owner))} = ${reader.id} or ${sql.ref(snake(shared))})`
  return sql`(${isTheirs} and ${sql.ref(snake(needs))} <@ to_jsonb(${[...reader.capabilities]}::text[]))`
}

/** The rows of a resource that lie in the scope, before any filter. */
export const scopeSql = (resource: Resource, scope: Scope): Sql[] => [
  ...(resource.scope === 'tenant' && scope.tenantId !== null ? [sql`tenant_id = ${scope.tenantId}`] : []),
  ...(resource.scope === 'tenant' && scope.listingIds !== null
    ? [listingScopeSql(resource.listings, scope.listingIds)]
    : []),
  ...(resource.ownRows !== undefined && scope.own !== undefined && !scope.own.has(resource.ownRows.unless)
    ? [sql`${sql.ref(snake(resource.ownRows.field))} = ${scope.own.id}`]
    : []),
  ...(resource.personalRows === undefined ? [] : [personalRowsSql(resource.personalRows, scope.reader)]),
  ...(scope.staff ? [] : notForHosts(resource.table)),
  ...withoutStreams(resource.table, scope.closed ?? []),
  ...Object.entries(resource.where ?? {}).map(
    ([field, values]) => sql`${sql.ref(snake(field))} = any(${[...values]}::text[])`,
  ),
]

export const whereSql = (
  model: Model,
  scope: Scope,
  conditions: readonly Condition[],
  more: readonly Sql[] = [],
): Sql => {
  const all = [...scopeSql(model.resource, scope), ...conditions.flatMap(conditionSql), ...more]
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** Both columns in the same direction, so that one index serves either order. `id` makes it total. */
export const orderSql = ({ field, descending }: Sort, prefix?: 'r'): Sql => {
  const column = (name: string) => (prefix === undefined ? sql.ref(name) : sql.ref(`${prefix}.${name}`))
  const direction = descending ? sql`desc` : sql`asc`
  return field.field === 'id'
    ? sql`${column('id')} ${direction}`
    : sql`${column(field.column)} ${direction}, ${column('id')} ${direction}`
}

/**
 * Rows strictly after one that was already read, in the order of `orderSql` (nulls last ascending, first
 * descending).
 */
export const afterSql = (
  { field, descending }: Sort,
  last: Readonly<{ value: unknown; id: string }>,
): Sql => {
  const column = ref(field)
  const id = descending ? sql`id < ${last.id}` : sql`id > ${last.id}`
  if (field.field === 'id') return id
  if (!field.nullable)
    return descending
      ? sql`(${column}, id) < (${one(field, last.value)}, ${last.id})`
      : sql`(${column}, id) > (${one(field, last.value)}, ${last.id})`
  if (last.value === null)
    return descending ? sql`(${column} is not null or ${id})` : sql`(${column} is null and ${id})`
  const value = one(field, last.value)
  return descending
    ? sql`(${column} < ${value} or (${column} = ${value} and ${id}))`
    : sql`(${column} > ${value} or ${column} is null or (${column} = ${value} and ${id}))`
}
