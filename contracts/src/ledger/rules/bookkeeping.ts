import { sum } from '../../kernel/money.ts'
import type { Currency } from '../../kernel/money.ts'
import { ledgerKindOf, type LedgerAccount } from '../kinds.ts'
import type { LedgerEvent } from '../messages.ts'

/** One line of a posting: credits are positive, debits negative; minor units. */
export type Line = Readonly<{ account: LedgerAccount; currency: Currency; amountMinor: number }>

const transfer = (
  from: LedgerAccount,
  to: LedgerAccount,
  { currency, amountMinor }: Readonly<{ currency: Currency; amountMinor: number }>,
): readonly Line[] => [
  { account: from, currency, amountMinor: -amountMinor },
  { account: to, currency, amountMinor },
]

/**
 * The double-entry lines of an event of the ledger; they add up to 0. None for what moves no money
 * (docs/domain/ledger.md#double-entry).
 */
export const computeLines = (event: LedgerEvent): readonly Line[] => {
  switch (event.type) {
    case 'LedgerEntryPosted': {
      const { kind, currency, amountMinor, components } = event.data
      const against = ledgerKindOf(kind).against
      return [
        { account: 'host_payable', currency, amountMinor },
        // A component that the table does not name has no opposite account: the posting does not balance, and
        // the check finds it.
        ...components.flatMap(({ code, amountMinor: part }): Line[] =>
          against[code] === undefined ? [] : [{ account: against[code], currency, amountMinor: -part }],
        ),
      ]
    }
    case 'EntriesAssigned':
      return transfer('host_payable', 'payouts_in_transit', event.data)
    case 'EntriesUnassigned':
      return transfer('payouts_in_transit', 'host_payable', event.data)
    case 'EntriesSettled':
      return transfer('payouts_in_transit', 'bank', event.data)
    default:
      return []
  }
}

/** The balance of one account, by currency. */
export const computeBalance = (
  lines: readonly Line[],
  account: LedgerAccount,
): ReadonlyMap<Currency, number> => {
  const balances = new Map<Currency, number>()
  for (const line of lines)
    if (line.account === account)
      balances.set(line.currency, sum([balances.get(line.currency) ?? 0, line.amountMinor]))
  return balances
}
