import { bookings } from '@hearth/contracts/booking'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { checkSum, ledgerEntries } from '@hearth/contracts/ledger'
import { payouts } from '@hearth/contracts/payout'
import {
  COMPARISONS,
  MAX_COMPARED_DAYS,
  MAX_LISTED_DIFFERENCES,
  zComparedQuery,
  zComparedRow,
  zFoundDifference,
  zReconciliationQuery,
  type ComparedRow,
  type Comparison,
  type ComparisonCode,
  type ReconciliationOverview,
  type ReconciliationQuery,
} from '@hearth/contracts/reconciliation/overview'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { requireDays } from '../runtime/requireDays.ts'
import { zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { zStoredInstant } from '../runtime/storedInstant.ts'
import { waitForToken } from '../runtime/token.ts'
import { differencesSql, ROWS, sumsSql } from './comparedSql.ts'

const TABLES = [bookings.table, ledgerEntries.table, payouts.table, 'account']
/** A change has reached every read model, and the bank's reports of it are booked, after this time. */
const SETTLED_AFTER_MINUTES = 60
/** Entries of one payout, or payments of the bank under one name, that are shown. */
const MAX_ROWS = 200
const ACCESS = { access: { capability: 'payout.review' }, tenant: 'any', rate: 'export' } as const

const zSums = z.object({
  currency: zCurrency,
  records: z.int(),
  differing: z.int(),
  leftMinor: z.int(),
  rightMinor: z.int(),
})
type Sums = z.infer<typeof zSums>
type CodedSums = Sums & Readonly<{ code: ComparisonCode }>

const zStoredRow = zComparedRow.extend({ at: zStoredInstant, account: z.string().nullable() })

// Movements of the bank aren’t a read model, so the query is run as the service and not as the asker: the
// capability is what admits staff.
const createRun =
  ({ pool }: Sources) =>
  async (text: string, values: readonly unknown[]) =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows
type Run = ReturnType<typeof createRun>

const readSums = async (run: Run, period: readonly unknown[]): Promise<readonly CodedSums[]> =>
  (
    await Promise.all(
      COMPARISONS.map(async (code) =>
        (await run(sumsSql(code), period)).map((row) => ({ ...zSums.parse(row), code })),
      ),
    )
  ).flat()

/** The currencies that were compared, that of most records first. */
const listCurrencies = (sums: readonly Sums[]): Currency[] => {
  const records = new Map<Currency, number>()
  for (const { currency, records: more } of sums) records.set(currency, (records.get(currency) ?? 0) + more)
  return [...records]
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([code]) => code)
}

const compare = async (
  run: Run,
  code: ComparisonCode,
  sums: Sums | undefined,
  period: readonly unknown[],
  currency: Currency,
): Promise<Comparison> => {
  const { records, differing, leftMinor, rightMinor } = sums ?? {
    records: 0,
    differing: 0,
    leftMinor: 0,
    rightMinor: 0,
  }
  const differences =
    differing === 0
      ? []
      : (await run(differencesSql(code), [...period, currency, MAX_LISTED_DIFFERENCES])).map((row) =>
          zFoundDifference.parse(row),
        )
  const gaps = differences.map((one) => one.rightMinor - one.leftMinor)
  const restMinor = rightMinor - leftMinor - gaps.reduce((total, gap) => total + gap, 0)
  const isListed = differing === differences.length
  return {
    code,
    records,
    differing,
    leftMinor,
    rightMinor,
    differences,
    restMinor,
    check: checkSum([leftMinor, ...gaps, ...(isListed ? [] : [restMinor])], rightMinor, currency),
  }
}

const readOverview = async (
  sources: Sources,
  query: ReconciliationQuery,
): Promise<ReconciliationOverview> => {
  requireDays(query, MAX_COMPARED_DAYS, 'compared')
  const run = createRun(sources)
  const settled = addMinutes(new Date(sources.now()).toISOString(), -SETTLED_AFTER_MINUTES)
  const period = [query.from, query.to, settled]
  const sums = await readSums(run, period)
  const currencies = listCurrencies(sums)
  const currency = query.currency ?? currencies[0] ?? null
  const comparisons =
    currency === null
      ? []
      : await Promise.all(
          COMPARISONS.map((code) => {
            const its = sums.find((one) => one.code === code && one.currency === currency)
            return compare(run, code, its, period, currency)
          }),
        )
  const accounts = comparisons.flatMap(({ differences }) =>
    differences.flatMap(({ hostAccountId }) => hostAccountId ?? []),
  )
  sources.accessLog.note([...new Set(accounts)].map((id) => ({ id, tenantId: id })))
  return { ...query, currency, currencies, comparisons }
}

const overviewRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/reconciliation-overview',
    ...ACCESS,
    query: zReconciliationQuery,
    handler: async ({ query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      return { status: 200, headers: position, body: await readOverview(sources, query) }
    },
  })

const rowsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/reconciliation-overview/:id/rows',
    ...ACCESS,
    params: zPathId,
    query: zComparedQuery,
    handler: async ({ params: { id }, query: { comparison }, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const run = createRun(sources)
      const read = async (text: string) =>
        (await run(text, [id, MAX_ROWS])).map((row) => zStoredRow.parse(row))
      const [left, right] = await Promise.all([read(ROWS[comparison].left), read(ROWS[comparison].right)])
      if (left.length + right.length === 0)
        throw new AppProblem('NOT_FOUND', 'There is nothing to compare under this id.')
      sources.accessLog.note(
        [...left, ...right].flatMap(({ account }) => (account === null ? [] : [{ id, tenantId: account }])),
      )
      const show = (row: (typeof left)[number]): ComparedRow => zComparedRow.strip().parse(row)
      return { status: 200, headers: position, body: { left: left.map(show), right: right.map(show) } }
    },
  })

/**
 * Bookings, ledger, payouts and bank compared over some days, and the records behind a difference. Staff only
 * (docs/domain/reconciliation.md#overview).
 */
export const overviewRoutes = (sources: Sources): readonly Route[] => [
  overviewRoute(sources),
  rowsRoute(sources),
]
