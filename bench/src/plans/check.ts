import { MAX_ROWS_READ } from '@hearth/query-service/runtime/chooseReading'
import { readPage } from '@hearth/query-service/runtime/readRows'
import { tableRef, whereSql } from '@hearth/query-service/runtime/sql'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { sql, type Kysely } from 'kysely'
import { inspect, largeTables, type Trouble } from './inspect.ts'
import { PAGE, questionsAbout, buildRequest, type Question } from './questions.ts'

export type Timed = Readonly<{ question: Question; offset: number; milliseconds: number; error?: string }>
export type Checked = Readonly<{
  questions: number
  plans: number
  /** Pages that the query service refuses: they need a narrower filter. */
  refused: readonly Question[]
  rows: Readonly<Record<string, number>>
  troubles: readonly Trouble[]
  timed: readonly Timed[]
}>

const MOSTLY_OWN = 2

const readCount = async (db: Kysely<unknown>, { model, scope, ...question }: Question): Promise<number> => {
  const { conditions } = buildRequest({ model, scope, ...question }, 0)
  const { rows } = await sql<{
    count: number
  }>`
    select count(*)::int as count
    from ${tableRef(model.resource.table)}
    where ${whereSql(model, scope, conditions)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** First, middle and last page of this many rows. */
const chooseOffsets = (count: number) => [
  ...new Set([0, Math.floor(count / 2 / PAGE) * PAGE, Math.max(0, Math.floor((count - 1) / PAGE) * PAGE)]),
]

/** A host who has half of a table may read all of it. */
const withoutOwn = (
  large: ReadonlyMap<string, number>,
  { scope, model }: Question,
  own: number,
): ReadonlyMap<string, number> =>
  scope.tenantId === null
    ? large
    : new Map(
        [...large].filter(
          ([name, rows]) => !name.startsWith(model.resource.table) || rows > MOSTLY_OWN * own,
        ),
      )

const time = async (db: Kysely<unknown>, question: Question, offset: number): Promise<Timed> => {
  const begun = performance.now()
  try {
    await readPage(db, question.model, question.scope, buildRequest(question, offset))
    return { question, offset, milliseconds: performance.now() - begun }
  } catch (error) {
    return { question, offset, milliseconds: performance.now() - begun, error: String(error) }
  }
}

/**
 * Inspects the plans of the pages that people can request: each order with each filter for every kind of
 * person, first, middle and last page. One of `planned` pages is inspected, and one of `carriedOut` of those
 * is also read (none for 0). A page may read `maxRows` rows, and a smaller table as a whole. `db` has the limits of the query service; `counts` has no such limits.
 */
export const checkPlans = async (
  db: Kysely<unknown>,
  counts: Kysely<unknown>,
  asked: readonly Resource[],
  one: Readonly<{ planned: number; carriedOut: number; maxRows?: number }>,
): Promise<Checked> => {
  const { maxRows = MAX_ROWS_READ } = one
  const large = await largeTables(db, maxRows)
  const troubles: Trouble[] = []
  const timed: Timed[] = []
  const refused: Question[] = []
  let [questions, pages, plans] = [0, 0, 0]
  for (const resource of asked) {
    const known = new Map<string, number>()
    for (const question of await questionsAbout(counts, resource)) {
      questions += 1
      const countOnce = async (filter: Question['filter']): Promise<number> => {
        const key = JSON.stringify([question.who, filter])
        const count = known.get(key) ?? (await readCount(counts, { ...question, filter }))
        known.set(key, count)
        return count
      }
      const count = await countOnce(question.filter)
      const notMostlyOwn = withoutOwn(large, question, await countOnce({}))
      for (const offset of chooseOffsets(count)) {
        pages += 1
        if (pages % one.planned !== 0) continue
        plans += 1
        const inspected = await inspect(db, question, offset, notMostlyOwn, maxRows)
        troubles.push(...inspected.troubles)
        if (inspected.refused) refused.push(question)
        else if (one.carriedOut > 0 && plans % one.carriedOut === 0)
          timed.push(await time(db, question, offset))
      }
    }
  }
  return { questions, plans, refused, rows: Object.fromEntries(large), troubles, timed }
}
