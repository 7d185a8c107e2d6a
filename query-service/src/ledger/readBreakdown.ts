import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import {
  sumBreakdown,
  checkBridge,
  checkBreakdown,
  ledgerEntries,
  zLedgerKind,
  type BreakdownEntriesQuery,
  type BreakdownGroup,
  type BreakdownPart,
  type BreakdownQuery,
  type BreakdownStage,
  type LedgerKind,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Principal } from '@hearth/platform/session/principal'
import { sql } from 'kysely'
import { createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef, whereSql } from '../runtime/sql.ts'
import { cellsSql, entriesWhere, entryModel, sumsSql, type BreakdownScope } from './breakdownSql.ts'
import { labelStays, readTitles } from './entrySubjects.ts'
import { readExpected, readExpectedCurrencies } from './readExpected.ts'

/**
 * The account whose entries are counted, with its time zone and the currency: the requested one, else the
 * account's own if it has entries or stays in it, else the first.
 */
export const breakdownScope = async (
  sources: Sources,
  principal: Principal,
  query: BreakdownEntriesQuery | BreakdownQuery,
): Promise<
  Readonly<{ of: BreakdownScope | null; currencies: readonly Currency[]; timezone: string; now: string }>
> => {
  const { db, now } = sources
  const scope = createScope(principal)
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
  const ofAccount = account === undefined ? [] : [sql`tenant_id = ${account}`]
  const [posted, expected] = await Promise.all([
    sql<{ currency: string }>`
      select distinct currency
      from ${tableRef(ledgerEntries.table)}
      where ${whereSql(entryModel, scope, [], ofAccount)}`.execute(db),
    readExpectedCurrencies(sources, principal, { scope, account }),
  ])
  const currencies = [
    ...new Set([...posted.rows.map(({ currency }) => zCurrency.parse(currency)), ...expected]),
  ].toSorted()
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

type Label = Pick<BreakdownGroup, 'label' | 'detail'>

/** What each group is called; a stay by its guest, listing and dates. */
const readLabels = async (
  sources: Sources,
  principal: Principal,
  by: BreakdownQuery['by'],
  keys: readonly string[],
): Promise<(key: string) => Label> => {
  if (by === 'month')
    return (key) => ({
      label: `${MONTHS[Number(key.slice(5)) - 1] ?? ''} ${key.slice(0, 4)}`,
      detail: null,
    })
  const known: ReadonlyMap<string, Label> =
    by === 'booking'
      ? await labelStays(sources, principal, keys)
      : new Map(
          [...(await readTitles(sources, principal, keys))].map(([id, label]) => [
            id,
            { label, detail: null },
          ]),
        )
  return (key) => known.get(key) ?? { label: key === 'none' ? `No ${by}` : key.slice(-8), detail: null }
}

/** Sums of the entries of one group, part and kind. */
type Cell = Readonly<{
  key: string
  kind: LedgerKind
  part: BreakdownPart
  stage: BreakdownStage
  amountMinor: number
  entries: number
  latest: number
}>

const groupCells = (cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> => {
  const groups = new Map<string, Cell[]>()
  for (const cell of cells) {
    const known = groups.get(cell.key)
    if (known) known.push(cell)
    else groups.set(cell.key, [cell])
  }
  return groups
}

const findLatest = (cells: readonly Cell[]): number => Math.max(...cells.map(({ latest }) => latest))

const sumAdjustments = (cells: readonly Cell[]): PayoutsBreakdown['adjustments'] => {
  const adjusted = cells.filter(({ part }) => part === 'adjustments')
  return zLedgerKind.options.flatMap((kind) => {
    const its = adjusted.filter((cell) => cell.kind === kind)
    return its.length === 0
      ? []
      : [{ kind, amountMinor: its.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }]
  })
}

/** The breakdown of no entries, which have no currency either. */
const emptyBreakdown = (timezone: string, asOf: string): PayoutsBreakdown => {
  const check = { text: '', holds: true }
  return {
    currency: null,
    currencies: [],
    timezone,
    asOf,
    total: sumBreakdown([]),
    adjustments: [],
    groups: [],
    groupCount: 0,
    bridge: { earnedMinor: 0, notPaidMinor: 0, paidForOthersMinor: 0, paidMinor: 0, check },
    check,
    expected: null,
  }
}

const readSums = async (sources: Sources, of: BreakdownScope, query: BreakdownQuery) => {
  const [cells, sums] = await Promise.all([
    cellsSql(of, query).execute(sources.db),
    sumsSql(of, query).execute(sources.db),
  ])
  const [row] = sums.rows
  return {
    cells: cells.rows.map(({ amount, ...cell }): Cell => ({
      ...cell,
      amountMinor: Number(amount),
      kind: zLedgerKind.parse(cell.kind),
    })),
    ledgerMinor: Number(row?.ledger ?? 0),
    bridge: {
      earnedMinor: Number(row?.earned ?? 0),
      notPaidMinor: Number(row?.not_paid ?? 0),
      paidForOthersMinor: Number(row?.for_others ?? 0),
      paidMinor: Number(row?.paid ?? 0),
    },
  }
}

/** The accounts whose entries are counted. */
const findAccounts = async (
  { db }: Sources,
  of: BreakdownScope,
  query: BreakdownQuery,
): Promise<readonly string[]> => {
  if (of.account !== undefined) return [of.account]
  const { rows } = await sql<{ account: string }>`
    select distinct tenant_id as account
    from ${tableRef(ledgerEntries.table)}
    where ${whereSql(entryModel, of.scope, [], entriesWhere(of, query))}`.execute(db)
  return rows.map(({ account }) => account)
}

/** The breakdown with all of its groups, the newest first. */
export const readBreakdown = async (
  sources: Sources,
  principal: Principal,
  query: BreakdownQuery,
): Promise<PayoutsBreakdown> => {
  const { of, currencies, timezone, now } = await breakdownScope(sources, principal, query)
  if (of === null) return emptyBreakdown(timezone, now)
  sources.accessLog.note((await findAccounts(sources, of, query)).map((id) => ({ id, tenantId: id })))
  const [{ cells, ledgerMinor, bridge }, expected] = await Promise.all([
    readSums(sources, of, query),
    readExpected(sources, principal, of, query),
  ])
  const byKey = groupCells(cells)
  const findLabel = await readLabels(sources, principal, query.by, [...byKey.keys()])
  const groups: BreakdownGroup[] = [...byKey]
    .toSorted(([a, one], [b, other]) => findLatest(other) - findLatest(one) || (a < b ? -1 : 1))
    .map(([key, its]) => ({ key, ...findLabel(key), ...sumBreakdown(its) }))
  const total = sumBreakdown(cells)
  return {
    currency: of.currency,
    currencies: [...currencies],
    timezone,
    asOf: now,
    total,
    adjustments: sumAdjustments(cells),
    groups,
    groupCount: groups.length,
    bridge: checkBridge(bridge, of.currency),
    check: checkBreakdown(total, ledgerMinor, of.currency),
    expected,
  }
}
