import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resources } from '@hearth/contracts'
import { bookings } from '@hearth/contracts/booking'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { createKysely, openPool } from '@hearth/platform/postgres/pool'
import { startPostgres } from '@hearth/standalone/postgres/embeddedPostgres'
import { startTemporaryPostgres } from '@hearth/standalone/postgres/temporaryPostgres'
import { describeMachine, loadAverage } from '../machine.ts'
import { median, percentile } from '../statistics.ts'
import { warnings } from '../warnings.ts'
import { checkPlans, type Checked } from './check.ts'
import { MAX_ROWS_READ } from '@hearth/query-service/runtime/chooseReading'
import { formatName } from './questions.ts'
import { prepareBookings } from './prepareBookings.ts'
import { writeJson } from '../report.ts'

/**
 * `npm run test:plans [-- --data DIR] [--rows N] [--time N]`: checks the plans of the statements that the
 * query service sends, so that no list reads a whole large table. It uses the read models of an installation
 * that is not running, or without `--data` a bookings table of its own. `--time`: runs one plan in N and
 * prints the duration.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rows: { type: 'string', default: '200000' },
    time: { type: 'string', default: '0' },
  },
})

const check = async (databaseUrl: string, asked: readonly Resource[]): Promise<Checked> => {
  const [pool, counts] = [
    openPool({ connectionString: databaseUrl, max: 1, name: 'plans', log: warnings, limits: 'request' }),
    openPool({ connectionString: databaseUrl, max: 1, name: 'counts', log: warnings, limits: 'long' }),
  ]
  try {
    return await checkPlans(createKysely(pool), createKysely(counts), asked, {
      planned: 1,
      carriedOut: Number(values.time),
    })
  } finally {
    await pool.end()
    await counts.end()
  }
}

const onData = async (directory: string) => {
  const postgres = await startPostgres({ dataDirectory: join(directory, 'postgres') })
  try {
    return await check(
      postgres.url,
      Object.values(resources).filter(({ view }) => !view),
    )
  } finally {
    await postgres.stop()
  }
}

const onBookings = async (rows: number) => {
  const postgres = await startTemporaryPostgres()
  try {
    await prepareBookings(postgres.url, rows)
    return await check(postgres.url, [bookings])
  } finally {
    await postgres.stop()
  }
}

const { questions, plans, refused, rows, troubles, timed } =
  values.data === undefined ? await onBookings(Number(values.rows)) : await onData(resolve(values.data))
for (const { what, question, offset } of troubles)
  console.error(`${formatName(question)}, from ${offset}: ${what}`)
console.log(
  `${questions} lists, ${plans} pages, ${refused.length} of them to be narrowed first, ${troubles.length} with a bad plan ` +
    `(tables of more than ${MAX_ROWS_READ.toLocaleString('en')} rows: ${JSON.stringify(rows)})`,
)
const times = timed.map(({ milliseconds }) => milliseconds)
const slowest = timed
  .toSorted((a, b) => b.milliseconds - a.milliseconds)
  .slice(0, 20)
  .map(({ question, offset, milliseconds, error }) => ({
    page: `${formatName(question)}, from ${offset}`,
    milliseconds,
    ...(error === undefined ? {} : { error }),
  }))
const figures = [
  {
    figure: 'lists: pages that read a whole large table or sort too much',
    unit: `of ${plans}`,
    measured: troubles.length,
    goal: '0',
    met: troubles.length === 0,
  },
  ...(times.length === 0
    ? []
    : [
        { figure: '  a page of any list, p50', unit: 'ms', measured: median(times) },
        { figure: '  a page of any list, p99', unit: 'ms', measured: percentile(times, 99) },
      ]),
]
if (times.length > 0)
  for (const { page, milliseconds, error } of slowest.slice(0, 5))
    console.log(`${milliseconds.toFixed(0)} ms  ${page}${error === undefined ? '' : `  ${error}`}`)
writeJson('plans', {
  row: 'plans',
  date: new Date().toISOString(),
  ...describeMachine(),
  loadAverageAfter: loadAverage(),
  figures,
  details: {
    questions,
    plans,
    rows,
    refused: refused.length,
    troubles: troubles.length,
    carriedOut: timed.length,
    failed: timed.filter(({ error }) => error !== undefined).length,
    slowest,
  },
})
if (troubles.length > 0 || timed.some(({ error }) => error !== undefined)) process.exitCode = 1
