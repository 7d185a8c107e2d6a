import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import {
  sumBreakdown,
  checkBridge,
  checkBreakdown,
  ledgerEntries,
  LEDGER_KINDS,
  zLedgerKind,
  type BreakdownEntriesQuery,
  type BreakdownGroup,
  type BreakdownQuery,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { scopeOf } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { cellsSql, entryModel, sumsSql, type BreakdownScope } from './breakdownSql.ts'

const isAdjustment = (part: string) => part === 'adjustments'

/**
 * Whose entries, and the clock and currency they are counted in: the asked one, else the account's where it
 * has money in it, else the first.
 */
export const breakdownScope = async (
  { db, now }: Sources,
  principal: Principal,
  query: BreakdownEntriesQuery | BreakdownQuery,
): Promise<
  Readonly<{ of: BreakdownScope | null; currencies: readonly Currency[]; timezone: string; now: string }>
> => {
  const scope = scopeOf(principal)
  const account = scope.tenantId ?? query.hostAccountId
  if (query.hostAccountId !== undefined && query.hostAccountId !== account) throw new AppProblem('NOT_FOUND')
  const { rows: accounts } =
    account === undefined
      ? { rows: [] }
      : await sql<{
          timezone: string
          default_currency: string
        }>`select timezone, default_currency from ${tableRef('account')} where id = ${account}`.execute(db)
  const timezone = accounts[0]?.timezone ?? 'UTC'
  const { rows } = await sql<{ currency: string }>`
    select distinct currency
    from ${tableRef(ledgerEntries.table)}
    where ${whereSql(entryModel, scope, [], account === undefined ? [] : [sql`tenant_id = ${account}`])}
    order by currency`.execute(db)
  const currencies = rows.map(({ currency }) => zCurrency.parse(currency))
  const currency =
    query.currency ?? currencies.find((one) => one === accounts[0]?.default_currency) ?? currencies[0]
  const at = new Date(now()).toISOString()
  return {
    of: currency === undefined ? null : { scope, account, currency, timezone, now: at },
    currencies,
    timezone,
    now: at,
  }
}

const labels = async (
  { db }: Sources,
  by: BreakdownQuery['by'],
  keys: readonly string[],
): Promise<(key: string) => string> => {
  if (by === 'month') return (key) => `${MONTHS[Number(key.slice(5)) - 1] ?? ''} ${key.slice(0, 4)}`
  const [table, column] = by === 'listing' ? ['listing', 'title'] : ['booking', 'code']
  const { rows } = await sql<{
    id: string
    label: string
  }>`
    select id, ${sql.ref(column)} as label
    from ${tableRef(table)}
    where id = any(${[...keys]}::text[])`.execute(db)
  const known = new Map(rows.map(({ id, label }) => [id, label]))
  return (key) => known.get(key) ?? (key === 'none' ? `No ${by}` : key.slice(-8))
}

/** The breakdown with all of its groups, the newest first. */
export const readBreakdown = async (
  sources: Sources,
  principal: Principal,
  query: BreakdownQuery,
): Promise<PayoutsBreakdown> => {
  const { of, currencies, timezone, now } = await breakdownScope(sources, principal, query)
  if (of === null) {
    const check = { text: '', holds: true }
    return {
      currency: null,
      currencies: [],
      timezone,
      asOf: now,
      total: sumBreakdown([]),
      adjustments: [],
      groups: [],
      groupCount: 0,
      bridge: { earnedMinor: 0, notPaidMinor: 0, paidForOthersMinor: 0, paidMinor: 0, check },
      check,
    }
  }
  if (of.account !== undefined)
    sources.looks.note(principal, 'payouts-breakdown', [{ id: of.account, tenantId: of.account }])
  const [
    { rows },
    {
      rows: [sums],
    },
  ] = await Promise.all([cellsSql(of, query).execute(sources.db), sumsSql(of, query).execute(sources.db)])
  const cells = rows.map(({ amount, ...cell }) => ({
    ...cell,
    amountMinor: Number(amount),
    kind: zLedgerKind.parse(cell.kind),
  }))
  const byKey = new Map<string, { latest: number; its: typeof cells }>()
  for (const cell of cells) {
    const group = byKey.get(cell.key) ?? { latest: cell.latest, its: [] }
    group.its.push(cell)
    byKey.set(cell.key, { ...group, latest: Math.max(group.latest, cell.latest) })
  }
  const labelOf = await labels(sources, query.by, [...byKey.keys()])
  const groups: BreakdownGroup[] = [...byKey]
    .toSorted(([a, one], [b, other]) => other.latest - one.latest || (a < b ? -1 : 1))
    .map(([key, { its }]) => ({ key, label: labelOf(key), ...sumBreakdown(its) }))
  const total = sumBreakdown(cells)
  const adjusted = cells.filter(({ part }) => isAdjustment(part))
  const adjustments = (Object.keys(LEDGER_KINDS) as (typeof adjusted)[number]['kind'][]).flatMap((kind) => {
    const its = adjusted.filter((cell) => cell.kind === kind)
    return its.length === 0
      ? []
      : [{ kind, amountMinor: its.reduce((all, { amountMinor }) => all + amountMinor, 0) }]
  })
  const sumOf = (name: 'ledger' | 'earned' | 'not_paid' | 'for_others' | 'paid') => Number(sums?.[name] ?? 0)
  const bridge = checkBridge(
    {
      earnedMinor: sumOf('earned'),
      notPaidMinor: sumOf('not_paid'),
      paidForOthersMinor: sumOf('for_others'),
      paidMinor: sumOf('paid'),
    },
    of.currency,
  )
  return {
    currency: of.currency,
    currencies: [...currencies],
    timezone,
    asOf: now,
    total,
    adjustments,
    groups,
    groupCount: groups.length,
    bridge,
    check: checkBreakdown(total, sumOf('ledger'), of.currency),
  }
}
