import { createHash } from 'node:crypto'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { escapeIdentifier as quote } from 'pg'
import { z } from 'zod'
import { describeColumns, snake } from './columns.ts'
import { waitingCondition } from './waitingRows.ts'

/** The schema of all read models. It may be dropped at any time: the projector rebuilds it from the log. */
export const READ_SCHEMA = 'read'

/** A read table's name, ready for SQL. */
export const qualified = (table: string) => `${READ_SCHEMA}.${quote(table)}`

/**
 * The table of a projection: its row's columns and the frame (tenant, the stream's revision, position and
 * recording time of the last event that touched the row). Ids compare bytewise.
 */
export const createTableSql = (
  projection: Pick<Projection, 'name' | 'row'>,
  table: string = projection.name,
) => {
  const columns = describeColumns(projection.row).map(
    ({ field, column, sqlType, nullable }) =>
      `${quote(column)} ${sqlType}${field === 'id' ? ' collate "C"' : ''}${nullable ? '' : ' not null'}`,
  )
  return `create table ${qualified(table)} (
  tenant_id text collate "C" not null,
  ${columns.join(',\n  ')},
  _revision bigint not null,
  _commit numeric(20) not null,
  _at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`
}

/** An index and whether it needs the extension pg_trgm. Equal names mean equal indexes. */
export type IndexDefinition = Readonly<{ name: string; sql: string; trigram: boolean }>

const POSTGRES_NAME_LIMIT = 63

type Parts = Readonly<{
  columns: readonly string[]
  include?: readonly string[]
  method?: string
  where?: string
  label?: string
}>

const index = (
  table: string,
  { columns, include = [], method = '', where = '', label }: Parts,
): IndexDefinition => {
  const operators = method === 'gin' ? ' public.gin_trgm_ops' : ''
  const list = (names: readonly string[], after = '') =>
    names.map((column) => `${quote(column)}${after}`).join(', ')
  const included = [...new Set(include)].filter((column) => !columns.includes(column))
  const rest = [
    ...(method === '' ? [] : [`using ${method}`]),
    `(${list(columns, operators)})`,
    ...(included.length === 0 ? [] : [`include (${list(included)})`]),
    ...(where === '' ? [] : [`where ${where}`]),
  ].join(' ')
  // What is not in the name otherwise is in its hash.
  const hash =
    included.length === 0 || label !== undefined
      ? []
      : [createHash('sha256').update(rest).digest('hex').slice(0, 6)]
  const name = [
    table,
    ...(label === undefined ? columns : [label]),
    ...(method === 'gin' ? ['trigram'] : []),
    ...hash,
    'idx',
  ].join('_')
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

const namesFew = (schema: z.core.$ZodType | undefined): boolean => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return namesFew(schema.unwrap())
  return schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodBoolean
}

/**
 * A page is found in one index, then its rows are read. So the index of an order also holds what filters
 * compare without naming few rows (one of a few words, from and to); that of a field whose values do name few
 * rows, and that of an account, hold all orders: few rows are quickly sorted.
 */
const indexesOfResource = (
  table: string,
  { row, sort, defaultSort, filter, scope, waiting }: Resource,
): IndexDefinition[] => {
  const tenant = scope === 'tenant' ? ['tenant_id'] : []
  const kinds = Object.entries(filter)
  // An account's own field is its rows' tenant.
  const equals = kinds.flatMap(([field, kind]) =>
    kind === 'equals' && field !== 'hostAccountId' ? [field] : [],
  )
  const ranges = kinds.flatMap(([field, kind]) =>
    kind === 'range' ? [field] : typeof kind === 'object' && 'overlap' in kind ? kind.overlap : [],
  )
  const orders = [...new Set([defaultSort[0], ...sort])]
  const include = [
    ...tenant,
    ...[...equals.filter((field) => namesFew(row.shape[field])), ...ranges].map(snake),
  ]
  const all = [...include, ...orders.map(snake)]
  const keys = (...fields: readonly string[]) => [...new Set([...fields.map(snake), 'id'])]
  return [
    ...waitingIndexes(table, waiting),
    ...(scope === 'tenant'
      ? [index(table, { columns: ['tenant_id', ...keys(defaultSort[0])], include: all })]
      : []),
    ...[...new Set(['id', ...orders, ...ranges])].map((field) =>
      index(table, { columns: keys(field), include }),
    ),
    ...equals
      .filter((field) => !orders.includes(field))
      .map((field) =>
        namesFew(row.shape[field])
          ? index(table, { columns: keys(field), include: tenant })
          : index(table, { columns: keys(field, defaultSort[0]), include: all }),
      ),
    ...kinds.flatMap(([, kind]) =>
      typeof kind === 'object' && 'search' in kind
        ? [index(table, { columns: kind.search.map(snake), method: 'gin' })]
        : [],
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
