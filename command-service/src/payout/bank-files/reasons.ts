import type { PayoutFailure } from '@hearth/contracts/payout'

/**
 * Why banks reject and return transfers (ISO 20022 external status and return reasons), as our failures. Any
 * other reason is `rejected`.
 */
const REASONS: Readonly<Record<string, PayoutFailure>> = {
  AC01: 'invalid_account',
  AC02: 'invalid_account',
  AC03: 'invalid_account',
  AC13: 'invalid_account',
  AC14: 'invalid_account',
  AG01: 'invalid_account',
  BE23: 'invalid_account',
  RC01: 'invalid_account',
  AC04: 'account_closed',
  AC06: 'account_closed',
  AC07: 'account_closed',
  MD07: 'account_closed',
  BE01: 'name_mismatch',
  BE04: 'name_mismatch',
  AM04: 'insufficient_platform_funds',
  ED05: 'provider_down',
  TM01: 'provider_down',
}
/** Reasons of the payer's side exist in rejections only; money that came back was sent before. */
const OURS: readonly PayoutFailure[] = ['insufficient_platform_funds', 'provider_down']
/** The bank has seen the payment before: that one may be executed, so this does not fail it. */
const DUPLICATES = ['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL']

export const isDuplicate = (reason: string): boolean => DUPLICATES.includes(reason)
export const readRejection = (reason: string): PayoutFailure => REASONS[reason] ?? 'rejected'
export const readReturn = (reason: string): PayoutFailure => {
  const code = readRejection(reason)
  return OURS.includes(code) ? 'rejected' : code
}
