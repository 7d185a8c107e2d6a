import { createHash } from 'node:crypto'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { escapeIdentifier as quote, escapeLiteral } from 'pg'
import { describeColumns, snake } from './columns.ts'
import { waitingCondition } from './waitingRows.ts'

/** The schema of all read models. It may be dropped at any time: the projector rebuilds it from the log. */
export const READ_SCHEMA = 'read'

/** A read table's name, ready for SQL. */
export const qualified = (table: string) => `${READ_SCHEMA}.${quote(table)}`

/** Texts compare bytewise in every read table: a comparison of two collations finds no index. */
const BYTEWISE = 'collate "C"'
/** Behind a searched column: letters match in any case. Indexes of searches have it too. */
export const ANY_CASE = 'collate "default"'

/**
 * The table of a projection: its row's columns and the frame (tenant, the stream's revision, position and
 * recording time of the last event that touched the row). Pages have room for changed rows, unless rows are
 * written once.
 */
export const createTableSql = (
  projection: Pick<Projection, 'name' | 'row' | 'once'>,
  table: string = projection.name,
) => {
  const columns = describeColumns(projection.row).map(
    ({ column, sqlType, nullable }) =>
      `${quote(column)} ${sqlType}${sqlType === 'text' ? ` ${BYTEWISE}` : ''}${nullable ? '' : ' not null'}`,
  )
  return `create table ${qualified(table)} (
  tenant_id text ${BYTEWISE} not null,
  ${columns.join(',\n  ')},
  _revision bigint not null,
  _commit numeric(20) not null,
  _at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = ${projection.once ? 100 : 85}, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`
}

/** An index and whether it needs the extension pg_trgm. Equal names mean equal indexes. */
export type IndexDefinition = Readonly<{ name: string; sql: string; trigram: boolean }>

const POSTGRES_NAME_LIMIT = 63

type Parts = Readonly<{
  columns: readonly string[]
  include?: readonly string[]
  /** What is indexed, if not the columns as they are. */
  keys?: string
  method?: string
  where?: string
  label?: string
}>

const listNames = (columns: readonly string[]) => columns.map((column) => quote(column)).join(', ')

const index = (
  table: string,
  { columns, include = [], keys = listNames(columns), method, where, label }: Parts,
): IndexDefinition => {
  const rest = [
    ...(method === undefined ? [] : [`using ${method}`]),
    `(${keys})`,
    ...(include.length === 0 ? [] : [`include (${listNames(include)})`]),
    ...(where === undefined ? [] : [`where ${where}`]),
  ].join(' ')
  // A name that doesn't say everything ends in a hash of the rest.
  const hash = createHash('sha256').update(rest).digest('hex').slice(0, 6)
  const name = [table, ...(label === undefined ? [...columns, hash] : [label]), 'idx'].join('_')
  if (name.length > POSTGRES_NAME_LIMIT)
    throw new Error(`The index name ${name} is longer than ${POSTGRES_NAME_LIMIT}`)
  return {
    name,
    sql: `create index if not exists ${quote(name)} on ${qualified(table)} ${rest}`,
    trigram: method === 'gin',
  }
}

const waitingIndexes = (table: string, waiting: Resource['waiting'] = {}): IndexDefinition[] =>
  Object.entries(waiting).map(([place, rows]) =>
    index(table, {
      columns: [...(rows.owner === undefined ? [] : [snake(rows.owner)]), snake(rows.at), 'id'],
      where: waitingCondition(rows),
      label: `waiting_${snake(place)}`,
    }),
  )

/** A row's days from one column up to another, as an index holds them. Rows never fail on it. */
export const daysSql = (start: string, end: string) =>
  `daterange(${quote(start)}, greatest(${quote(start)}, ${quote(end)}))`

const findIndex = (table: string, { row, filter }: Resource, name: string): IndexDefinition => {
  const kind = filter[name]
  if (typeof kind === 'object' && 'search' in kind) {
    const columns = kind.search.map(snake)
    const keys = columns.map((column) => `${quote(column)} ${ANY_CASE} public.gin_trgm_ops`).join(', ')
    return index(table, { columns, keys, method: 'gin' })
  }
  if (typeof kind === 'object' && 'overlap' in kind) {
    const [start, end] = [snake(kind.overlap[0]), snake(kind.overlap[1])]
    return index(table, { columns: [start, end], keys: daysSql(start, end), method: 'gist' })
  }
  const field = describeColumns(row).find((column) => column.field === name)
  if (field === undefined) throw new Error(`${table} has no field "${name}" to find its rows by`)
  const where = field.nullable ? { where: `${quote(field.column)} is not null` } : {}
  return index(table, { columns: [field.column], ...where })
}

const queueCondition = (field: string, values: readonly (string | boolean)[]) =>
  `${quote(snake(field))} in (${values.map((value) => (typeof value === 'string' ? escapeLiteral(value) : value)).join(', ')})`

const orderedBy = ({ screens }: Resource, field: string): readonly string[] =>
  screens?.seldomEqual === undefined ? [...new Set([snake(field), 'id'])] : [snake(field)]

const accountIndex = (table: string, resource: Resource): IndexDefinition => {
  const { defaultSort, sort, screens } = resource
  const columns = ['tenant_id', ...orderedBy(resource, defaultSort[0])]
  const orders = screens?.sorts === undefined ? [] : sort.map(snake)
  return index(table, { columns, include: orders.filter((column) => !columns.includes(column)) })
}

/**
 * An account's list is found in its default order; any other order sorts that account's rows. Everything else
 * is declared by the screen that needs it.
 */
const indexesOfResource = (table: string, resource: Resource): IndexDefinition[] => {
  const { defaultSort, scope, waiting, screens = {} } = resource
  const ordered = (field: string) => orderedBy(resource, field)
  return [
    ...waitingIndexes(table, waiting),
    // Half the size, where nothing is in the order of ids.
    index(table, { columns: ['id'], ...(screens.seldomEqual === undefined ? {} : { method: 'hash' }) }),
    // The primary key is in the order of ids.
    ...(scope === 'tenant' && defaultSort[0] !== 'id' ? [accountIndex(table, resource)] : []),
    ...Object.keys(screens.orders ?? {}).map((field) => index(table, { columns: ordered(field) })),
    ...Object.keys(screens.finds ?? {}).map((name) => findIndex(table, resource, name)),
    ...Object.entries(screens.queues ?? {}).map(([field, { values }]) =>
      index(table, { columns: ordered(defaultSort[0]), where: queueCondition(field, values) }),
    ),
  ]
}

/** What the lists of all resources on a read model need, on the table that holds its rows. */
export const describeIndexes = (
  name: string,
  resources: readonly Resource[],
  table: string = name,
): readonly IndexDefinition[] => {
  const all = resources
    .filter((resource) => resource.table === name)
    .flatMap((resource) => indexesOfResource(table, resource))
  return [...new Map(all.map((definition) => [definition.name, definition])).values()]
}
