import { z } from 'zod'

/**
 * Why an account's payouts wait, by decision of staff or of the system; a hold with `methodId` concerns that
 * method alone (docs/domain/payout-account.md#holds).
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

/** What placed a hold, where a program has to recognise it; hosts see the reason. */
export const zHoldCode = z.enum(['books_differ', 'tax_us', 'tax_dac7'])
export type HoldCode = z.infer<typeof zHoldCode>

/** What the host reads while the account's books differ. */
export const BOOKS_HOLD_TEXT =
  'We found a difference in our books and check it. ' +
  'There is nothing to do for you; payouts go on when it is settled.'

/**
 * Version 1 had no code: the bookkeeper's own holds were recognised by this sentence, as it was then. It is
 * data of old events and never changes.
 */
const BOOKS_HOLD_TEXT_V1 =
  'We found a difference in our books and check it. ' +
  'There is nothing to do for you; payouts go on when it is settled.'
export const addHoldCode = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  data['whatToDo'] === BOOKS_HOLD_TEXT_V1 ? { ...data, code: 'books_differ' satisfies HoldCode } : { ...data }

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
    text: 'Complete your tax information. Payouts continue with the next run after that.',
    fixRoute: '/tax-center',
  },
  kyc: {
    text: 'Send us the documents we asked for. We’ll review them within two business days.',
    fixRoute: '/account',
  },
  negative_balance: {
    text: 'Your balance is negative. Your next earnings cover it first.',
    fixRoute: '/payout-settings',
  },
  dispute: {
    text: 'A guest’s bank has disputed a payment. We’ll let you know once it’s decided.',
    fixRoute: '/payout-settings',
  },
  staff_review: {
    text:
      'We’re checking a change to your payout settings. ' +
      'If you don’t hear from us within two business days, contact us.',
    fixRoute: '/payout-settings',
  },
  method_error: {
    text:
      'Your bank returned or rejected a payout. ' +
      'Add the bank account again with the correct details, or choose another one.',
    fixRoute: '/payout-settings',
  },
  method_unverified: {
    text: 'Add a bank account in this currency and verify it with the two small deposits we send.',
    fixRoute: '/payout-settings',
  },
  cooling_period: {
    text: 'New bank accounts can be used after 72 hours. There’s nothing to do for you.',
    fixRoute: '/payout-settings',
  },
}
