import type { Instant } from '../../kernel/dates.ts'
import { sum } from '../../kernel/money.ts'
import type { BalanceRow } from '../resource.ts'

/**
 * The balance at an instant: what has become available by then is no longer pending. Never earlier than the
 * row's last event.
 */
export const balanceAt = <B extends Pick<BalanceRow, 'pendingMinor' | 'availableMinor' | 'maturing'>>(
  row: B,
  now: Instant,
): B => {
  const matured = sum(row.maturing.filter(({ at }) => at <= now).map(({ amountMinor }) => amountMinor))
  return {
    ...row,
    pendingMinor: row.pendingMinor - matured,
    availableMinor: row.availableMinor + matured,
    maturing: row.maturing.filter(({ at }) => at > now),
  }
}

/** With an amount that becomes available then. */
export const withMaturing = (row: BalanceRow, at: Instant, amountMinor: number): BalanceRow => {
  const others = row.maturing.filter((part) => part.at !== at)
  const same = row.maturing.find((part) => part.at === at)?.amountMinor ?? 0
  const maturing = [...others, { at, amountMinor: same + amountMinor }].toSorted((a, b) =>
    a.at < b.at ? -1 : 1,
  )
  return { ...row, pendingMinor: row.pendingMinor + amountMinor, maturing }
}

/**
 * A debt above everything that is open becomes a task for finance after this many days
 * (docs/domain/ledger.md#debt).
 */
export const DEBT_TASK_DAYS = 60

/** The row with since when it is below zero; nothing of another currency counts. */
export const withDebt = (row: BalanceRow, at: Instant): BalanceRow => ({
  ...row,
  negativeSince: row.pendingMinor + row.availableMinor < 0 ? (row.negativeSince ?? at) : null,
})
