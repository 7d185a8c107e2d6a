import { bookings } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { createKysely, openPool } from '@hearth/platform/postgres/pool'
import { qualified } from '@hearth/platform/read-model/tables'
import { MAX_ROWS_READ } from '@hearth/query-service/runtime/chooseReading'
import { pageSql } from '@hearth/query-service/runtime/readRows'
import type { Installation } from '@hearth/standalone/testing/installation'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { findReading } from '../plans/inspect.ts'
import { formatName, PAGE, questionsAbout, buildRequest, type Question } from '../plans/questions.ts'
import { warnings } from '../warnings.ts'
import { withPool } from '../withPool.ts'

type Get = (path: string) => Promise<Readonly<{ status: number; count: string }>>

const createGet = (baseUrl: string, headers: Readonly<Record<string, string>>): Get => {
  const agent = new Agent({ keepAlive: true, noDelay: true, maxSockets: 1 })
  const { hostname, port } = new URL(baseUrl)
  return (path) =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, path, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () => {
          const rows = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
          resolve({
            status: Array.isArray(rows) ? (answer.statusCode ?? 0) : 0,
            count: String(answer.headers['content-range']).split('/')[1] ?? '',
          })
        })
      })
      sent.once('error', reject)
      sent.end()
    })
}

type Page = Readonly<{ question: Question; offset: number }>

/**
 * Staff's lists over all accounts that are answered: each declared order without a filter and each declared
 * filter in the usual order; first pages, and for the orders a deep one.
 */
export const listPages = async (
  databaseUrl: string,
): Promise<Readonly<{ first: readonly Page[]; deep: readonly Page[]; bookings: number }>> => {
  return withPool(databaseUrl, async (pool) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${qualified(bookingProjection.name)}`,
    )
    const count = rows[0]?.count ?? 0
    const staff = (await questionsAbout(createKysely(pool), bookings)).filter(
      ({ who, sort }) => who === 'staff' && sort[0] !== 'id' && sort[1] === bookings.defaultSort[1],
    )
    const isPlain = ({ filter }: Question) => Object.keys(filter).length === 0
    const asked = staff.filter(
      (question) => isPlain(question) || question.sort[0] === bookings.defaultSort[0],
    )
    const db = createKysely(pool)
    const first: Page[] = []
    for (const question of asked)
      if (await findReading(db, question, buildRequest(question, 0))) first.push({ question, offset: 0 })
    const middle = Math.min(count, MAX_ROWS_READ) / 2
    return {
      first,
      deep: first
        .filter(({ question }) => isPlain(question))
        .map(({ question }) => ({ question, offset: Math.floor(middle / PAGE) * PAGE })),
      bookings: count,
    }
  })
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A page as a request to the front door and as the statement behind it, with the times of each. */
const prepare = async (pool: pg.Pool, { question, offset }: Page) => {
  const { model, scope } = question
  const db = createKysely(pool)
  const asked = buildRequest(question, offset)
  const reading = await findReading(db, question, asked)
  if (reading === undefined) throw new Error(`${formatName(question)} is refused`)
  const { sql: text, parameters } = pageSql(model, scope, asked, reading).compile(db)
  const query = new URLSearchParams({
    sort: JSON.stringify(question.sort),
    range: JSON.stringify([offset, offset + PAGE - 1]),
    filter: JSON.stringify(question.filter),
  })
  return {
    name: `${formatName(question)}, from ${offset}`,
    path: `/api/bookings?${query}`,
    statement: { text, values: [...parameters] },
    http: [] as number[],
    bare: [] as number[],
  }
}

/** Times each page so often, alternately through the front door and by the same statement through `pg`. */
export const timePages = async (
  { baseUrl, databaseUrl }: Installation,
  headers: Readonly<Record<string, string>>,
  pages: readonly Page[],
  rounds: number,
) => {
  const get = createGet(baseUrl, headers)
  const client = new pg.Client({ connectionString: databaseUrl })
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'request',
  })
  await client.connect()
  try {
    const ready = await Promise.all(pages.map((page) => prepare(pool, page)))
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, path, statement, http, bare } of ready) {
        const one = await timed(async () => {
          const { status } = await get(path)
          if (status !== 200) throw new Error(`${name}: answered ${status}`)
        })
        const other = await timed(() => client.query(statement))
        // The first round warms up.
        if (round === 0) continue
        http.push(one)
        bare.push(other)
      }
    }
    return ready.map(({ name, http, bare }) => ({ name, http, bare }))
  } finally {
    await client.end()
    await pool.end()
  }
}
