import { resources } from '@hearth/contracts'
import { bookings } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { describeIndexes, qualified } from '@hearth/platform/read-model/tables'
import { createKysely, openPool } from '@hearth/platform/postgres/pool'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { pageSql } from '@hearth/query-service/runtime/readRows'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { signIn, withQuiet } from '../house.ts'
import type { Row } from '../measurement.ts'
import { nameOf, PAGE, questionsAbout, requestOf, type Question } from '../plans/questions.ts'
import { median, percentile } from '../statistics.ts'
import { fillBookings } from '../syntheticBookings.ts'
import { withInstallation } from '../temporary.ts'
import { warnings } from '../warnings.ts'

const GOAL = 2
/** The number of bookings without `--data` and `--bookings`: fewer than the goal's million. */
const BOOKINGS = 200_000
const ACCOUNTS = 1_000
const TURNS = 16
const INDEXED_WITHIN_MS = 1_800_000

type Get = (path: string) => Promise<Readonly<{ status: number; count: string }>>

const getter = (baseUrl: string, headers: Readonly<Record<string, string>>): Get => {
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
 * Staff's lists over all accounts: each declared order without a filter and each declared filter in the usual
 * order; first pages, and for the orders a deep one.
 */
const pagesOf = async (
  databaseUrl: string,
): Promise<Readonly<{ first: readonly Page[]; deep: readonly Page[]; bookings: number }>> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  try {
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
    return {
      first: asked.map((question) => ({ question, offset: 0 })),
      deep: asked
        .filter(isPlain)
        .map((question) => ({ question, offset: Math.floor(count / 2 / PAGE) * PAGE })),
      bookings: count,
    }
  } finally {
    await pool.end()
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Each page this often, alternately through the front door and by the same statement through `pg` alone. */
const inTurns = async (
  { baseUrl, databaseUrl }: Installation,
  headers: Readonly<Record<string, string>>,
  pages: readonly Page[],
  turns: number,
) => {
  const get = getter(baseUrl, headers)
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
    const ready = pages.map(({ question, offset }) => {
      const { sql: text, parameters } = pageSql(
        question.model,
        question.scope,
        requestOf(question, offset),
      ).compile(createKysely(pool))
      const query = new URLSearchParams({
        sort: JSON.stringify(question.sort),
        range: JSON.stringify([offset, offset + PAGE - 1]),
        filter: JSON.stringify(question.filter),
      })
      return {
        name: `${nameOf(question)}, from ${offset}`,
        path: `/api/bookings?${query}`,
        statement: { text, values: [...parameters] },
        http: [] as number[],
        bare: [] as number[],
      }
    })
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const { name, path, statement, http, bare } of ready) {
        const one = await timed(async () => {
          const { status } = await get(path)
          if (status !== 200) throw new Error(`${name}: answered ${status}`)
        })
        const other = await timed(() => client.query(statement))
        // The first round warms up.
        if (turn === 0) continue
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

type Times = Awaited<ReturnType<typeof inTurns>>
const all = (times: Times, side: 'http' | 'bare') => times.flatMap((time) => time[side])
const describe = (times: Times) =>
  times.map(({ name, http, bare }) => ({
    name,
    httpP50Ms: median(http),
    bareP50Ms: median(bare),
    httpP99Ms: percentile(http, 99),
  }))

/** An installation of an older version builds its indexes after the start; large tables take a while. */
const untilIndexed = async ({ databaseUrl }: Installation): Promise<void> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  const indexed = async () => {
    const { rows } = await pool.query<{ table: string; indexes: readonly string[] }>(
      `
        select
          b.table_name as table,
          array(
            select indexname::text
            from pg_indexes
            where schemaname = 'read' and tablename = b.table_name
          ) as indexes
        from read.build b
        where b.projection = $1 and b.status = 'serving'`,
      [bookingProjection.name],
    )
    return (
      rows.length > 0 &&
      rows.every(({ table, indexes }) =>
        describeIndexes(bookingProjection.name, Object.values(resources), table).every(({ name }) =>
          indexes.includes(name),
        ),
      )
    )
  }
  try {
    await waitUntil(indexed, INDEXED_WITHIN_MS, 'the indexes')
  } finally {
    await pool.end()
  }
}

const measure = async (installation: Installation) => {
  await withQuiet(installation, (quiet) => quiet())
  await untilIndexed(installation)
  const { first, deep, bookings: count } = await pagesOf(installation.databaseUrl)
  const staff = await signIn(installation, 'staff')
  const [pages, deepPages] = [
    await inTurns(installation, staff, first, TURNS),
    await inTurns(installation, staff, deep, Math.ceil(TURNS / 4)),
  ]
  const [http, bare, deepHttp, deepBare] = [
    median(all(pages, 'http')),
    median(all(pages, 'bare')),
    median(all(deepPages, 'http')),
    median(all(deepPages, 'bare')),
  ]
  return {
    figures: [
      {
        figure:
          `4 list page of 25 out of ${count.toLocaleString('en')} bookings, ` + 'p50 by HTTP ÷ the same SQL',
        unit: 'ms',
        measured: http,
        bare,
        ratio: http / bare,
        goal: `≤ ${GOAL}`,
        met: http / bare <= GOAL,
      },
      {
        figure: '  pages in the middle of each order',
        unit: 'ms',
        measured: deepHttp,
        bare: deepBare,
        ratio: deepHttp / deepBare,
        goal: `≤ ${GOAL}`,
        met: deepHttp / deepBare <= GOAL,
      },
      {
        figure: '  the first pages, p99 by HTTP',
        unit: 'ms',
        measured: percentile(all(pages, 'http'), 99),
        bare: percentile(all(pages, 'bare'), 99),
      },
    ],
    details: { bookings: count, pages: describe(pages), deepPages: describe(deepPages) },
  }
}

const fill = async ({ databaseUrl }: Installation, bookingCount: number): Promise<void> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 2,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  try {
    const { rows } = await pool.query<{ table: string }>(
      `select table_name as table from read.build where projection = $1 and status = 'serving'`,
      [bookingProjection.name],
    )
    const [build] = rows
    if (!build) throw new Error('There is no table of bookings')
    await fillBookings(pool, build.table, bookingCount, ACCOUNTS)
  } finally {
    await pool.end()
  }
}

/**
 * Lists as staff read them, over all accounts: on the installation in `--data`, or else on one of its own
 * with rows that have no events behind them.
 */
export const list: Row = async ({ data, bookings: bookingCount = BOOKINGS }) => {
  if (data === undefined) {
    return withInstallation(async (installation) => {
      await withQuiet(installation, (quiet) => quiet())
      await fill(installation, bookingCount)
      return measure(installation)
    })
  }
  const installation = await startInstallation(data)
  try {
    return await measure(installation)
  } finally {
    await installation.stop()
  }
}
