import { events } from '@hearth/contracts/event'
import { formatAmount, sum } from '@hearth/contracts/kernel/money'
import {
  BREAKDOWN_PARTS,
  BREAKDOWN_STAGES,
  checkSum,
  ledgerEntries,
  MAX_GROUPS,
  takeShare,
  zBreakdownEntriesQuery,
  zBreakdownQuery,
  type BreakdownEntries,
  type BreakdownEntriesQuery,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { readCell, type Cell, type Sheet } from '@hearth/platform/spreadsheet/cells'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { describeFile, EXPORT_ENDINGS, sendSheet, type ExportFormat } from '../runtime/exportFormats.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { breakdownScope, readBreakdown } from './readBreakdown.ts'
import { entriesWhere, openedSql } from './breakdownSql.ts'
import { explainEntries } from './explainEntries.ts'

const TABLES = [ledgerEntries.table, 'account', 'listing', 'booking']
const WRITTEN_OUT = 12

const breakdownRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/payouts-breakdown',
    access: { capability: 'ledger.read' },
    tenant: 'own',
    rate: 'read',
    query: zBreakdownQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const all = await readBreakdown(sources, principal, query)
      return { status: 200, headers: position, body: { ...all, groups: all.groups.slice(0, MAX_GROUPS) } }
    },
  })

const TEXTS = ['label', 'currency']
const titles = {
  label: 'Group',
  currency: 'Currency',
  gross: 'Gross earnings',
  host_taxes: 'Taxes you pay',
  cleaning_retained: 'Cleaning fee (Hearth)',
  platform_fee: 'Hearth fee',
  adjustments: 'Adjustments',
  withholding: 'Tax withheld',
  net: 'Net',
  upcoming: 'Pending',
  available: 'Available',
  in_transit: 'In transit',
  paid: 'Paid',
  entries: 'Entries',
} as const

/** The whole breakdown, its total in the last line. */
const createSheet = ({ currency, groups, total, timezone }: PayoutsBreakdown): Sheet => {
  const readLine = ({
    label,
    detail,
    parts,
    stages,
    netMinor,
    entries,
  }: Readonly<{ label: string; detail: string | null } & PayoutsBreakdown['total']>): readonly Cell[] => {
    const money = (minor: number) => readCell({ amountMinor: minor, currency }, 'amountMinor')
    return [
      detail === null ? label : `${label}, ${detail}`,
      currency ?? '',
      ...BREAKDOWN_PARTS.map((part) => money(parts[part])),
      money(netMinor),
      ...BREAKDOWN_STAGES.map((stage) => money(stages[stage])),
      { number: String(entries) },
    ]
  }
  const readPages = async function* () {
    yield [...groups.map(readLine), readLine({ label: 'Total', detail: null, ...total })]
  }
  const columns = Object.entries(titles).map(([name, title]) => ({
    title,
    kind: TEXTS.includes(name)
      ? ('text' as const)
      : name === 'entries'
        ? ('number' as const)
        : ('amount' as const),
  }))
  return { name: 'payouts', columns, pages: readPages(), timezone }
}

const exportRoute = (sources: Sources, format: ExportFormat): Route =>
  route({
    method: 'GET',
    path: `/api/payouts-breakdown.${format}`,
    access: { capability: 'ledger.read' },
    tenant: 'own',
    rate: 'export',
    query: zBreakdownQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const breakdown = await readBreakdown(sources, principal, query)
      const name = ['payouts', breakdown.currency ?? '', query.by, query.from ?? '', query.to ?? '']
        .filter(Boolean)
        .join('-')
      return {
        status: 200,
        headers: {
          ...describeFile(format, name),
          'x-total-count': String(breakdown.groupCount),
          ...position,
        },
        stream: (response, until) => sendSheet(format, createSheet(breakdown), response, until),
      }
    },
  })

const NOTHING_OPENED: BreakdownEntries = {
  currency: null,
  amountMinor: 0,
  entryCount: 0,
  entries: [],
  rest: { entries: 0, amountMinor: 0 },
  check: null,
}

/** The lines of an amount. The database sums the amount itself, apart from what the lines come to. */
const readOpened = async (
  sources: Sources,
  principal: Principal,
  query: BreakdownEntriesQuery,
): Promise<BreakdownEntries> => {
  const { of } = await breakdownScope(sources, principal, query)
  if (of === null) return NOTHING_OPENED
  const [{ rows }, entries] = await Promise.all([
    openedSql(of, query).execute(sources.db),
    explainEntries(sources, principal, sql.join(entriesWhere(of, query), sql` and `)),
  ])
  const amountMinor = Number(rows[0]?.amount ?? 0)
  const entryCount = rows[0]?.entries ?? 0
  const lines = entries.map((entry) => takeShare(entry, query.part))
  const shares = lines.map(({ shareMinor }) => shareMinor)
  const rest = { entries: entryCount - lines.length, amountMinor: amountMinor - sum(shares) }
  const check = checkSum(shares, amountMinor, of.currency)
  const shortText = `${entryCount} transactions = ${formatAmount(amountMinor, of.currency)}`
  const isComplete = lines.length >= entryCount
  return {
    currency: of.currency,
    amountMinor,
    entryCount,
    entries: lines,
    rest: isComplete ? { entries: 0, amountMinor: 0 } : rest,
    check: isComplete ? { ...check, text: lines.length <= WRITTEN_OUT ? check.text : shortText } : null,
  }
}

const entriesRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/payouts-breakdown/entries',
    access: { capability: 'ledger.read' },
    tenant: 'own',
    rate: 'read',
    query: zBreakdownEntriesQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, [...TABLES, events.table], headers, signal)
      return { status: 200, headers: position, body: await readOpened(sources, principal, query) }
    },
  })

/**
 * Earnings and payouts from gross to net, by month, listing or booking, down to the events
 * (docs/domain/ledger.md#breakdown).
 */
export const breakdownRoutes = (sources: Sources): readonly Route[] => [
  ...EXPORT_ENDINGS.map((format) => exportRoute(sources, format)),
  entriesRoute(sources),
  breakdownRoute(sources),
]
