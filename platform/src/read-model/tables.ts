import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { escapeIdentifier as quote } from 'pg'
import { columnsOf, snake } from './columns.ts'
import { waitingCondition } from './waiting.ts'

/** The schema of all read models. It may be dropped at any time: the projector rebuilds it from the log. */
export const READ_SCHEMA = 'read'

/** A read table's name, ready for SQL. */
export const qualified = (table: string) => `${READ_SCHEMA}.${quote(table)}`

/**
 * The table of a projection: its row's columns and the frame (tenant, the stream's revision, position and recording time of the last event that
 * touched the row). Ids compare bytewise.
 */
export const createTableSql = (projection: Pick<Projection, 'name' | 'row'>, table: string = projection.name) => {
  const columns = columnsOf(projection.row).map(
    ({ field, column, sqlType, nullable }) => `${quote(column)} ${sqlType}${field === 'id' ? ' collate "C"' : ''}${nullable ? '' : ' not null'}`,
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

const index = (table: string, columns: readonly string[], trigram = false): IndexDefinition => {
  const name = `${[table, ...columns, ...(trigram ? ['trigram'] : [])].join('_')}_idx`
  if (name.length > POSTGRES_NAME_LIMIT) throw new Error(`The index name ${name} is longer than ${POSTGRES_NAME_LIMIT}`)
  const list = columns.map((column) => `${quote(column)}${trigram ? ' public.gin_trgm_ops' : ''}`).join(', ')
  return { name, sql: `create index ${quote(name)} on ${qualified(table)} ${trigram ? 'using gin ' : ''}(${list})`, trigram }
}

const waitingIndexes = (table: string, waiting: Resource['waiting'] = {}): IndexDefinition[] =>
  Object.entries(waiting).map(([place, rows]) => {
    const name = `${table}_waiting_${snake(place)}_idx`
    return { name, sql: `create index ${quote(name)} on ${qualified(table)} (${quote(snake(rows.at))}, id) where ${waitingCondition(rows)}`, trigram: false }
  })

const indexesOfResource = (table: string, { sort, defaultSort, filter, scope, listingField, waiting, acrossAccounts }: Resource): IndexDefinition[] => {
  const tenant = scope === 'tenant' ? ['tenant_id'] : []
  const kinds = Object.entries(filter)
  const single = new Set([...sort, defaultSort[0], ...kinds.flatMap(([field, kind]) => (typeof kind === 'string' ? [field] : []))])
  single.delete('id')
  const wide = typeof acrossAccounts === 'object' ? acrossAccounts : []
  for (const field of wide) single.delete(field)
  return [
    ...waitingIndexes(table, waiting),
    ...(acrossAccounts ? [index(table, [snake(defaultSort[0]), 'id'])] : []),
    // One value of theirs is mostly one account's, so that they serve hosts too.
    ...wide.map((field) => index(table, [snake(field), snake(defaultSort[0]), 'id'])),
    ...[...single].map((field) => index(table, [...tenant, snake(field), 'id'])),
    ...kinds.flatMap(([, kind]) => {
      if (typeof kind === 'string') return []
      if ('search' in kind) return [index(table, kind.search.map(snake), true)]
      return listingField === undefined || listingField === 'id' ? [] : [index(table, [...tenant, snake(listingField), ...kind.overlap.map(snake)])]
    }),
  ]
}

/**
 * What the lists of all resources on a read model need: each sortable and filterable field within its tenant, words by trigrams, and the bare id;
 * on the table that holds its rows.
 */
export const indexesOf = (name: string, resources: readonly Resource[], table: string = name): readonly IndexDefinition[] => {
  const all = [index(table, ['id']), ...resources.filter((resource) => resource.table === name).flatMap((resource) => indexesOfResource(table, resource))]
  return [...new Map(all.map((definition) => [definition.name, definition])).values()]
}
