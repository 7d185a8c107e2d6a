import {
  evolvePayoutAccount,
  isVerified,
  type PayoutAccount,
  type PayoutAccountEvent,
  type PayoutMethod,
} from '@hearth/contracts/payout-account'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import type { PayoutAccountFacts } from './payoutAccount.facts.ts'

export type PayoutAccountContext = Context<PayoutAccountFacts>

/** The page on which most refusals can be fixed. */
export const SETTINGS = '/payout-settings'
const noMethod = reject('NOT_FOUND', 'This bank account doesn’t exist.')

/**
 * The id under which the vault stores the number in a command: known before the command is decided, and the
 * same when it is repeated.
 */
export const vaultRefFor = (hostAccountId: string, commandId: string) =>
  deriveId('vault', hostAccountId, commandId)

/** Decides a command about a bank account that the payout account has. */
export const withMethod =
  <D extends Readonly<{ methodId: string }>, R extends Decision>(
    decide: (
      data: D,
      method: PayoutMethod,
      account: PayoutAccount,
      ctx: PayoutAccountContext,
    ) => R | Rejected,
  ) =>
  (data: D, account: PayoutAccount, ctx: PayoutAccountContext): R | Rejected => {
    const method = Object.hasOwn(account.methods, data.methodId) ? account.methods[data.methodId] : undefined
    return method === undefined ? noMethod : decide(data, method, account, ctx)
  }

/** Why payouts cannot go to a bank account; one in its cooling period can be chosen. */
export const refuseChoice = (method: PayoutMethod): Rejected | undefined => {
  if (isVerified(method)) return undefined
  if (method.failure !== null)
    return reject(
      'PAYOUT_METHOD_NOT_READY',
      'Payouts to this bank account failed, or it couldn’t be verified. Add it again.',
      { fixRoute: SETTINGS },
    )
  if (method.deposits !== 'confirmed')
    return reject(
      'PAYOUT_METHOD_NOT_READY',
      'Verify this bank account first with the two small deposits we sent to it.',
      { fixRoute: SETTINGS },
    )
  return reject(
    'PAYOUT_METHOD_NOT_READY',
    'We’re checking the holder of this bank account. You’ll hear from us within two business days.',
    { fixRoute: SETTINGS },
  )
}

/** The first usable bank account of a currency becomes its default automatically. */
export const acceptWithDefault = (
  account: PayoutAccount,
  events: readonly PayoutAccountEvent[],
  methodId: string,
  ctx: PayoutAccountContext,
) => {
  const after = events.reduce(
    (state, { type, data }) => evolvePayoutAccount[type](state, data as never, ctx.now),
    account,
  )
  const method = after.methods[methodId]
  const isFirst = method !== undefined && isVerified(method) && after.defaults[method.currency] === undefined
  return accept<PayoutAccountEvent>(
    isFirst
      ? [
          ...events,
          { type: 'DefaultMethodSet', data: { hostAccountId: ctx.id, methodId, currency: method.currency } },
        ]
      : events,
  )
}
