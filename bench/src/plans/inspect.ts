import { AppProblem } from '@hearth/platform/http/appProblem'
import { chooseReading, type Reading } from '@hearth/query-service/runtime/chooseReading'
import type { ListRequest } from '@hearth/query-service/runtime/listRequest'
import { pageSql } from '@hearth/query-service/runtime/readRows'
import { sql, type Kysely } from 'kysely'
import { buildRequest, type Question } from './questions.ts'

/** Sorting what an index finds can cost less than walking along another one, even if it is more rows. */
const SORTED_PER_WALKED = 4

type Node = Readonly<{
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Plan Width': number
  'Startup Cost': number
  'Total Cost': number
  Plans?: readonly Node[]
}>

export type Trouble = Readonly<{ what: string; question: Question; offset: number }>

const listNodes = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

/** How many rows a node sorts before it has its first; an incremental sort begins with those of one value. */
const countSorted = ({
  'Node Type': type,
  'Startup Cost': first,
  'Total Cost': all,
  Plans = [],
}: Node): number => {
  const rows = Plans[0]?.['Plan Rows'] ?? 0
  return type === 'Sort' ? rows : type === 'Incremental Sort' ? Math.ceil((rows * first) / all) : 0
}

const findTroubles = (plan: Node, large: ReadonlyMap<string, number>, maxRows: number): readonly string[] =>
  listNodes(plan).flatMap((node) => {
    const type = node['Node Type']
    if (type === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
      return [`reads all of ${node['Relation Name']}`]
    const sorted = countSorted(node)
    return sorted > SORTED_PER_WALKED * maxRows ? [`sorts ${sorted} rows`] : []
  })

/** Read tables with more rows by their names in plans, with their approximate numbers of rows. */
export const largeTables = async (
  db: Kysely<unknown>,
  maxRows: number,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{
    name: string
    rows: number
  }>`
    select relname as name, reltuples::bigint as rows
    from pg_class
    where relnamespace = 'read'::regnamespace and relkind = 'r' and reltuples > ${maxRows}`.execute(db)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** How the query service reads a page; undefined for one that it refuses. */
export const findReading = async (
  db: Kysely<unknown>,
  { model, scope }: Pick<Question, 'model' | 'scope'>,
  request: ListRequest,
  maxRows?: number,
): Promise<Reading | undefined> => {
  try {
    return await chooseReading(db, model, scope, request, maxRows)
  } catch (error) {
    if (error instanceof AppProblem && error.code === 'NARROW_FIRST') return undefined
    throw error
  }
}

export type Inspected = Readonly<{ refused: boolean; troubles: readonly Trouble[] }>

/** What is wrong with the plan of the statement that the query service sends for this page, if it sends one. */
export const inspect = async (
  db: Kysely<unknown>,
  question: Question,
  offset: number,
  large: ReadonlyMap<string, number>,
  maxRows: number,
): Promise<Inspected> => {
  const { model, scope } = question
  const request = buildRequest(question, offset)
  const reading = await findReading(db, question, request, maxRows)
  if (reading === undefined) return { refused: true, troubles: [] }
  const { rows } = await sql<{
    'QUERY PLAN': readonly Readonly<{ Plan: Node }>[]
  }>`explain (format json) ${pageSql(model, scope, request, reading)}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('There is no plan')
  const troubles = findTroubles(plan, large, maxRows).map((what) => ({ what, question, offset }))
  return { refused: false, troubles }
}
