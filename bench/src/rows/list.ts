import { resources } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { describeIndexes } from '@hearth/platform/read-model/tables'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import { signIn, withQuiet } from '../house.ts'
import type { Row } from '../measurement.ts'
import { median, percentile } from '../statistics.ts'
import { fillBookings } from '../syntheticBookings.ts'
import { withInstallation } from '../temporary.ts'
import { listPages, timePages } from './listPages.ts'
import { withPool } from '../withPool.ts'

const GOAL = 2
/** The number of bookings without `--data` and `--bookings`: fewer than the goal's million. */
const BOOKINGS = 200_000
const ACCOUNTS = 1_000
const ROUNDS = 16
const INDEXED_WITHIN_MS = 1_800_000

type Times = Awaited<ReturnType<typeof timePages>>
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
  return withPool(databaseUrl, async (pool) => {
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
    await waitUntil(indexed, INDEXED_WITHIN_MS, 'the indexes')
  })
}

const measure = async (installation: Installation) => {
  await withQuiet(installation, (quiet) => quiet())
  await untilIndexed(installation)
  const { first, deep, bookings: count } = await listPages(installation.databaseUrl)
  const staff = await signIn(installation, 'staff')
  const [pages, deepPages] = [
    await timePages(installation, staff, first, ROUNDS),
    await timePages(installation, staff, deep, Math.ceil(ROUNDS / 4)),
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
  return withPool(
    databaseUrl,
    async (pool) => {
      const { rows } = await pool.query<{ table: string }>(
        `select table_name as table from read.build where projection = $1 and status = 'serving'`,
        [bookingProjection.name],
      )
      const [build] = rows
      if (!build) throw new Error('There is no table of bookings')
      await fillBookings(pool, build.table, bookingCount, ACCOUNTS)
    },
    { max: 2 },
  )
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
