import { z } from 'zod'

/** Where money is, in the books behind the host's ledger (docs/domain/ledger.md#double-entry). */
export const LEDGER_ACCOUNTS = [
  'guest_funds',
  'host_payable',
  'platform_revenue',
  'tax_payable',
  'payouts_in_transit',
  'bank',
  'carried_forward',
  'loss',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** A kind of entry: its title, and for each of its components the account opposite the host's. */
export type LedgerKindDefinition = Readonly<{
  title: string
  against: Readonly<Record<string, LedgerAccount>>
}>

const define = <const T extends Readonly<Record<string, LedgerKindDefinition>>>(table: T) => table

const stay = {
  nights: 'guest_funds',
  cleaning: 'guest_funds',
  pet: 'guest_funds',
  host_taxes: 'guest_funds',
  platform_fee: 'platform_revenue',
  cleaning_retained: 'platform_revenue',
} as const

/**
 * The one table from which double-entry lines derive: what an entry may be, its components, and the account
 * opposite each (docs/domain/ledger.md#double-entry).
 */
export const LEDGER_KINDS = define({
  booking_earnings: { title: 'Earnings', against: stay },
  cancellation_earnings: { title: 'Payout after cancellation', against: stay },
  earnings_reversal: { title: 'Earnings reversed', against: stay },
  host_cancellation_fee: { title: 'Host cancellation fee', against: { fee: 'platform_revenue' } },
  fee_waiver: { title: 'Fee waived', against: { fee: 'platform_revenue' } },
  reimbursement: { title: 'Reimbursement', against: { from_guest: 'guest_funds', from_fund: 'loss' } },
  expense_recharge: { title: 'Expense', against: { expense: 'platform_revenue' } },
  owner_stay_cleaning: { title: 'Cleaning after an owner stay', against: { cleaning: 'platform_revenue' } },
  photoshoot_fee: { title: 'Photo shoot', against: { fee: 'platform_revenue' } },
  referral_reward: { title: 'Referral reward', against: { reward: 'platform_revenue' } },
  referral_clawback: { title: 'Referral reward reversed', against: { reward: 'platform_revenue' } },
  tax_withholding: { title: 'Tax withheld', against: { withholding: 'tax_payable' } },
  tax_withholding_release: { title: 'Withheld tax refunded', against: { withholding: 'tax_payable' } },
  goodwill_host_funded: {
    title: 'Goodwill refund to a guest',
    against: { goodwill: 'guest_funds', platform_fee: 'platform_revenue' },
  },
  chargeback: { title: 'Chargeback', against: { chargeback: 'guest_funds' } },
  chargeback_reversed: { title: 'Chargeback won', against: { chargeback: 'guest_funds' } },
  cohost_share_out: { title: 'Co-host share', against: { share: 'guest_funds' } },
  cohost_share_in: { title: 'Your co-host share', against: { share: 'guest_funds' } },
  payout_returned: { title: 'Returned payout', against: { payout: 'bank' } },
  return_charge: { title: 'Bank charge for a returned payout', against: { charge: 'bank' } },
  carried_forward: { title: 'Carried to the next payout', against: { rest: 'carried_forward' } },
  brought_forward: { title: 'Carried from an earlier payout', against: { rest: 'carried_forward' } },
  manual_adjustment: { title: 'Adjustment by Hearth', against: { adjustment: 'loss' } },
})

export type LedgerKind = keyof typeof LEDGER_KINDS
export const LEDGER_KIND_NAMES = Object.keys(LEDGER_KINDS) as [LedgerKind, ...LedgerKind[]]
export const zLedgerKind = z.enum(LEDGER_KIND_NAMES)

/** The line of the table, with its components as names of any text. */
export const ledgerKindOf = (kind: LedgerKind): LedgerKindDefinition => LEDGER_KINDS[kind]
