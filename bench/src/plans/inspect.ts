import { pageStatements } from '@hearth/query-service/runtime/readRows'
import { sql, type Kysely } from 'kysely'
import { buildRequest, type Question } from './questions.ts'

/** Tables below this many rows may be read as a whole. */
export const LARGE_ROWS = 10_000
/** Sorting more rows than this for a page needs an index instead. */
export const MAX_SORTED_ROWS = 100_000

type Node = Readonly<{
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Plan Width': number
  Plans?: readonly Node[]
}>

export type Trouble = Readonly<{ what: string; question: Question; offset: number }>

const listNodes = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const findTroubles = (plan: Node, large: ReadonlyMap<string, number>): readonly string[] =>
  listNodes(plan).flatMap((node) => {
    const type = node['Node Type']
    if (type === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
      return [`reads all of ${node['Relation Name']}`]
    const sorted = type === 'Sort' || type === 'Incremental Sort' ? (node.Plans?.[0]?.['Plan Rows'] ?? 0) : 0
    return sorted > MAX_SORTED_ROWS ? [`sorts ${sorted} rows`] : []
  })

/** Large read tables by their names in plans, with their approximate numbers of rows. */
export const largeTables = async (db: Kysely<unknown>): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{
    name: string
    rows: number
  }>`
    select relname as name, reltuples::bigint as rows
    from pg_class
    where relnamespace = 'read'::regnamespace and relkind = 'r' and reltuples >= ${LARGE_ROWS}`.execute(db)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** What is wrong with the plans of the statements that the query service sends for this page. */
export const inspect = async (
  db: Kysely<unknown>,
  question: Question,
  offset: number,
  large: ReadonlyMap<string, number>,
): Promise<readonly Trouble[]> => {
  const troubles: Trouble[] = []
  for (const statement of pageStatements(question.model, question.scope, buildRequest(question, offset))) {
    const { rows } = await sql<{
      'QUERY PLAN': readonly Readonly<{ Plan: Node }>[]
    }>`explain (format json) ${statement}`.execute(db)
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error('There is no plan')
    troubles.push(...findTroubles(plan, large).map((what) => ({ what, question, offset })))
  }
  return troubles
}
