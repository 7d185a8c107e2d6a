import { z } from 'zod'

/**
 * Why an account's payouts wait, by decision of our people or of the system; a hold with `methodId` concerns
 * that method alone (domain.md §2.12).
 */
export const HOLD_REASONS = [
  'tax_info_missing',
  'kyc',
  'negative_balance',
  'dispute',
  'staff_review',
  'method_error',
] as const
export const zHoldReason = z.enum(HOLD_REASONS)
export type HoldReason = z.infer<typeof zHoldReason>

/**
 * What the methods alone can make a payout wait for. It follows from the clock and is never placed or
 * released.
 */
export type MethodObstacle = 'method_unverified' | 'cooling_period' | 'method_error'

/** What the host does about it, and where; a hold may say it more precisely. */
export const WHAT_TO_DO: Readonly<
  Record<HoldReason | MethodObstacle, Readonly<{ text: string; fixRoute: string }>>
> = {
  tax_info_missing: {
    text: 'Complete your tax information. Payouts go on with the next run after that.',
    fixRoute: '/account',
  },
  kyc: {
    text: 'Send us the documents that we asked for. We look at them within two business days.',
    fixRoute: '/account',
  },
  negative_balance: {
    text: 'Your balance is below zero. What you earn from now on evens it out first.',
    fixRoute: '/payout-settings',
  },
  dispute: {
    text: 'A guest’s bank disputes a payment. We tell you as soon as it is decided.',
    fixRoute: '/payout-settings',
  },
  staff_review: {
    text: 'We check a change of your payout settings. Contact us if you did not hear from us within two business days.',
    fixRoute: '/payout-settings',
  },
  method_error: {
    text: 'The bank sent a payout back or refused it. Correct the bank account: add it anew, or choose another one.',
    fixRoute: '/payout-settings',
  },
  method_unverified: {
    text: 'Add a bank account in this currency and verify it with the two small deposits that we send.',
    fixRoute: '/payout-settings',
  },
  cooling_period: {
    text: 'A new bank account can be paid 72 hours after it was added. There is nothing to do.',
    fixRoute: '/payout-settings',
  },
}
