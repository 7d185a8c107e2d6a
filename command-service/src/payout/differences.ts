import { payoutOfKey, type PayoutRow, type ProviderReport } from '@hearth/contracts/payout'
import type { ReconciliationDifference } from '@hearth/contracts/reconciliation'

/** A payout on which the payouts, the bank and the ledger disagree. */
export type Difference = Readonly<ReconciliationDifference>

/** `settledMinor` is the amount that the ledger says was paid with the payout. */
export type KnownPayout = Pick<
  PayoutRow,
  'id' | 'hostAccountId' | 'state' | 'amountMinor' | 'currency' | 'returnState' | 'reportedReturnMinor'
> &
  Readonly<{ settledMinor: number; assigned: number }>

const format = ({ amountMinor, currency }: Readonly<{ amountMinor: number; currency: string }>) =>
  `${amountMinor} ${currency}`

/** The paid transfers of each payout, by the bank's references. */
const groupPaid = (
  reports: readonly ProviderReport[],
): ReadonlyMap<string, ReadonlyMap<string, ProviderReport>> => {
  const paid = new Map<string, ReadonlyMap<string, ProviderReport>>()
  for (const report of reports) {
    if (report.result !== 'paid') continue
    const payoutId = payoutOfKey(report.attemptKey) ?? report.attemptKey
    paid.set(payoutId, new Map([...(paid.get(payoutId) ?? []), [report.providerRef, report]]))
  }
  return paid
}

const compareWithPayout = (
  payoutId: string,
  transfers: ReadonlyMap<string, ProviderReport>,
  row: KnownPayout | undefined,
): readonly Difference[] => {
  const [first] = transfers.values()
  const base = { payoutId, hostAccountId: row?.hostAccountId ?? null }
  if (row === undefined || first === undefined) {
    const actual = first === undefined ? 'none' : format(first)
    return [{ ...base, what: 'unknown_transfer', expected: 'none', actual }]
  }
  if (transfers.size > 1)
    return [{ ...base, what: 'paid_twice', expected: '1', actual: String(transfers.size) }]
  return format(first) === format(row)
    ? []
    : [{ ...base, what: 'amount', expected: format(row), actual: format(first) }]
}

const compareWithBooks = (row: KnownPayout, isAtBank: boolean): readonly Difference[] => {
  const base = { payoutId: row.id, hostAccountId: row.hostAccountId }
  const isPaid = row.state === 'paid' || row.state === 'returned'
  if (isPaid && !isAtBank) return [{ ...base, what: 'not_at_bank', expected: format(row), actual: 'none' }]
  const settled = isPaid ? row.amountMinor : 0
  const { currency } = row
  if (row.settledMinor !== settled) {
    const expected = format({ amountMinor: settled, currency })
    return [
      { ...base, what: 'ledger', expected, actual: format({ amountMinor: row.settledMinor, currency }) },
    ]
  }
  return (isPaid || row.state === 'cancelled') && row.assigned > 0
    ? [{ ...base, what: 'ledger', expected: 'nothing in transit', actual: `${row.assigned} entries` }]
    : []
}

/** A paid payout that the bank says came back, wholly or in part, until two people have settled it. */
const compareReturns = (
  row: KnownPayout,
  returned: ReadonlyMap<string, ProviderReport>,
): readonly Difference[] => {
  if (row.state !== 'paid') return []
  const report = returned.get(row.id)
  if (report === undefined && row.returnState === 'none') return []
  const { currency, reportedReturnMinor } = row
  const actual = format(report ?? { amountMinor: reportedReturnMinor ?? 0, currency })
  const base = { payoutId: row.id, hostAccountId: row.hostAccountId }
  return [{ ...base, what: 'returned', expected: 'none', actual }]
}

/**
 * Pure: compares payouts with the bank's whole statement and the ledger's entries. `reports` are movements in
 * the bank's order.
 */
export const findDifferences = (
  known: readonly KnownPayout[],
  reports: readonly ProviderReport[],
): readonly Difference[] => {
  const byId = new Map(known.map((row) => [row.id, row]))
  const paid = groupPaid(reports)
  const returned = new Map(
    reports
      .filter(({ result }) => result === 'returned')
      .map((report) => [payoutOfKey(report.attemptKey) ?? '', report]),
  )
  return [
    ...[...paid].flatMap(([payoutId, transfers]) =>
      compareWithPayout(payoutId, transfers, byId.get(payoutId)),
    ),
    ...known.flatMap((row) => compareWithBooks(row, paid.has(row.id))),
    ...known.flatMap((row) => compareReturns(row, returned)),
  ]
}
