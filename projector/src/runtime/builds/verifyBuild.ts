import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { qualified, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import pg from 'pg'
import { readBuilds, type Build } from './builds.ts'
import { createYieldToServing, sizeAfter } from './yieldToServing.ts'
import { SwitchError } from './switchBuild.ts'

/**
 * A row that is not the same in both builds. `fields` names the columns that differ; null on one side: it is
 * missing there.
 */
export type RowDifference = Readonly<{
  tenantId: string
  id: string
  fields: readonly string[]
  only: 'serving' | 'other' | null
}>

/**
 * What two builds of a projection do not agree on, in the columns that both have. No values: they may be
 * personal.
 */
export type Difference = Readonly<{
  serving: Readonly<{ build: number; rows: number }>
  other: Readonly<{ build: number; rows: number }>
  /** Tenants whose checksums differed while both builds moved on; most of that is only a moment's. */
  suspects: number
  /** Rows that still differ after looking again, at most `MAX_ROWS`. */
  rows: readonly RowDifference[]
}>

const MAX_ROWS = 200
const TENANTS_PER_PART = 1_000
const MAX_ROUNDS = 12
const POLL_MS = 100
/**
 * While a transaction lasts, nothing that anybody overwrites is tidied up: in one of minutes, checkpoints
 * that move ten times a second become slow for all.
 */
const ROWS_PER_PART = 20_000

type Pair = Readonly<{ serving: Build; other: Build; columns: readonly string[] }>

const readPair = async (pool: pg.Pool, projection: string): Promise<Pair> => {
  const builds = await readBuilds(pool, projection)
  const serving = builds.find(({ serves }) => serves)
  const other = builds.find(({ serves, status }) => !serves && (status === 'ready' || status === 'standby'))
  if (!serving || !other) throw new SwitchError(`${projection}: no other complete build to compare with`)
  const { rows } = await pool.query<{ name: string }>(
    `
      select column_name::text as name
      from information_schema.columns
      where table_schema = $1 and table_name = any($2::text[])
      group by column_name
      having count(*) = 2
      order by column_name`,
    [READ_SCHEMA, [serving.table, other.table]],
  )
  return { serving, other, columns: rows.map(({ name }) => name) }
}

const list = (columns: readonly string[], prefix: string) =>
  columns.map((column) => `${prefix}.${pg.escapeIdentifier(column)}`).join(', ')

/**
 * `share`: the part of its time that it works. `rowsPerPart`: whole tenants are compared together, of about
 * this many rows. `tenantsPerPart`: tenants that differ are compared row by row, this many together. Rejects
 * when the signal aborts.
 */
export type VerifyOptions = Readonly<{
  share?: number | undefined
  rowsPerPart?: number
  tenantsPerPart?: number
  signal?: AbortSignal
}>

type Compared = Readonly<{ serving: number; other: number; suspects: readonly string[] }>
type TenantSums = { tenant_id: string; serving_rows: number; other_rows: number; same: boolean }

/**
 * Tenants after the one and up to the other, in the order of their ids; undefined: from the first, to the
 * last.
 */
type Span = Readonly<{ after: string | undefined; upTo: string | undefined }>

// The sum does not depend on the order of rows, so neither table has to be sorted.
const compareSpan = (
  pool: pg.Pool,
  { serving, other, columns }: Pair,
  { after, upTo }: Span,
): Promise<readonly TenantSums[]> =>
  withTransaction(pool, async (transaction) => {
    // In the order in which the rows lie: by an index each page is a reading of its own, and a disk that is
    // full of them keeps hosts waiting.
    await transaction.query(
      `
        set transaction isolation level repeatable read, read only;
        set local time zone 'UTC';
        set local enable_indexscan = off`,
    )
    const sums = (table: string) =>
      `
        select
          tenant_id,
          count(*)::int as rows,
          sum(hashtextextended(row(${list(columns, 't')})::text, 0)::numeric) as sum
        from ${qualified(table)} t
        where ($1::text is null or tenant_id > $1) and ($2::text is null or tenant_id <= $2)
        group by tenant_id`
    const { rows } = await transaction.query<TenantSums>(
      `
        select
          tenant_id,
          coalesce(a.rows, 0) as serving_rows,
          coalesce(b.rows, 0) as other_rows,
          (a.rows, a.sum) is not distinct from (b.rows, b.sum) as same
        from (${sums(serving.table)}) a full join (${sums(other.table)}) b using (tenant_id)`,
      [after, upTo],
    )
    return rows
  })

const endOfSpan = async (
  pool: pg.Pool,
  { serving }: Pair,
  after: string | undefined,
  rowsPerPart: number,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ tenant_id: string }>(
    `
      select tenant_id
      from ${qualified(serving.table)}
      where $1::text is null or tenant_id > $1
      order by tenant_id
      offset $2
      limit 1`,
    [after, rowsPerPart],
  )
  return rows[0]?.tenant_id
}

const compareTenants = async (
  pool: pg.Pool,
  pair: Pair,
  { share, rowsPerPart = ROWS_PER_PART, signal }: VerifyOptions,
): Promise<Compared> => {
  const yieldToServing = createYieldToServing({ pool, share, signal })
  let most = rowsPerPart
  let [serving, other] = [0, 0]
  const suspects: string[] = []
  let upTo: string | undefined
  do {
    if (signal?.aborted) throw new Error('The projector that compares is stopping; ask again')
    const begun = performance.now()
    const after = upTo
    upTo = await endOfSpan(pool, pair, after, most)
    for (const { tenant_id, serving_rows, other_rows, same } of await compareSpan(pool, pair, {
      after,
      upTo,
    })) {
      serving += serving_rows
      other += other_rows
      if (!same) suspects.push(tenant_id)
    }
    const took = performance.now() - begun
    most = sizeAfter(most, took, rowsPerPart)
    await yieldToServing(took)
  } while (upTo !== undefined)
  return { serving, other, suspects: suspects.toSorted() }
}

type RowPair = { tenant_id: string; id: string; fields: string[]; only: RowDifference['only'] }

const compareRows = async (
  pool: pg.Pool,
  { serving, other, columns }: Pair,
  where: string,
  values: readonly unknown[],
): Promise<readonly RowDifference[]> => {
  const differing = columns
    .map(
      (column) =>
        `
          case
            when a.${pg.escapeIdentifier(column)} is distinct from b.${pg.escapeIdentifier(column)}
            then ${pg.escapeLiteral(column)}
          end`,
    )
    .join(', ')
  const { rows } = await pool.query<RowPair>(
    `
      select
        tenant_id,
        id,
        case
          when a._commit is null
          or b._commit is null then '{}'
          else array_remove(array[${differing}], null)
        end as fields,
        case when b._commit is null then 'serving' when a._commit is null then 'other'
        end as only
      from
        (select * from ${qualified(serving.table)} where ${where}) a
        full join (select * from ${qualified(other.table)} where ${where}) b using (tenant_id, id)
      where
        row(${list(
          columns.filter((column) => column !== 'id' && column !== 'tenant_id'),
          'a',
        )}) is distinct from row(${list(
          columns.filter((column) => column !== 'id' && column !== 'tenant_id'),
          'b',
        )})
      order by tenant_id, id
      limit ${MAX_ROWS}`,
    [...values],
  )
  return rows.map(({ tenant_id, id, fields, only }) => ({ tenantId: tenant_id, id, fields, only }))
}

/** Rows of these tenants that do not agree when looked at again and again. */
const differingRows = async (
  pool: pg.Pool,
  pair: Pair,
  tenants: readonly string[],
): Promise<readonly RowDifference[]> => {
  const ofTenants = () => compareRows(pool, pair, `tenant_id = any($1::text[])`, [tenants])
  const again = (rows: readonly RowDifference[]) =>
    compareRows(pool, pair, `(tenant_id, id) in (select * from unnest($1::text[], $2::text[]))`, [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ id }) => id),
    ])
  let rows = await ofTenants()
  for (let round = 0; rows.length > 0 && round < MAX_ROUNDS; round += 1) {
    await delay(POLL_MS)
    // Behind as many as are shown there may be more.
    rows = await (rows.length < MAX_ROWS ? again(rows) : ofTenants())
  }
  return rows
}

/**
 * Compares the serving build with the other complete one: rows and a checksum per tenant, then the rows of
 * tenants that differ. Both go on meanwhile, so rows that differ are looked at again until they agree once or
 * time is up. The result is kept with the build.
 */
export const verifyBuild = async (
  pool: pg.Pool,
  { name }: Pick<Projection, 'name'>,
  options: VerifyOptions = {},
): Promise<Difference> => {
  const { tenantsPerPart = TENANTS_PER_PART } = options
  const pair = await readPair(pool, name)
  const { suspects, ...counts } = await compareTenants(pool, pair, options)
  const rows: RowDifference[] = []
  for (let next = 0; next < suspects.length && rows.length < MAX_ROWS; next += tenantsPerPart)
    rows.push(...(await differingRows(pool, pair, suspects.slice(next, next + tenantsPerPart))))
  const difference: Difference = {
    serving: { build: pair.serving.build, rows: counts.serving },
    other: { build: pair.other.build, rows: counts.other },
    suspects: suspects.length,
    rows: rows.slice(0, MAX_ROWS),
  }
  await pool.query(
    `update read.build set verified_at = now(), difference = $3 where projection = $1 and build = $2`,
    [name, pair.other.build, JSON.stringify(difference)],
  )
  return difference
}

/** In one line, for people. */
export const describeDifference = ({ serving, other, rows }: Difference): string => {
  const counts = `build ${serving.build}: ${serving.rows} rows, build ${other.build}: ${other.rows} rows`
  if (rows.length === 0) return `${counts}, equal`
  const shown = rows
    .slice(0, 10)
    .map(
      ({ tenantId, id, fields, only }) =>
        `${tenantId}/${id} ${only === null ? fields.join(', ') : `only in the ${only} one`}`,
    )
  const differing = rows.length >= MAX_ROWS ? `${MAX_ROWS} or more` : rows.length
  return `${counts}, ${differing} rows differ: ${shown.join('; ')}`
}
