import {
  COOLING_HOURS,
  DEPOSIT_PAIR_DAYS,
  isVerified,
  MAX_ADDITIONS_PER_DAY,
  MAX_METHODS,
  VERIFICATION_TRIES,
  zDepositIn,
  type PayoutAccount,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { lastFour } from '../vault/vault.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { unmet, wrongField } from '../runtime/refusals.ts'
import { bankProblems, locateBankAccount, nameProblems } from './bankAccount.ts'
import { isSameName } from './holderName.ts'
import { toMinor } from './microDeposits.ts'
import {
  acceptWithDefault,
  SETTINGS,
  vaultRefFor,
  withMethod,
  type PayoutAccountContext,
} from './methodRules.ts'

type Data<T extends PayoutAccountCommand['type']> = OfType<PayoutAccountCommand, T>['data']

type Added = OfType<PayoutAccountEvent, 'PayoutMethodAdded'>

const createAdded = (
  { bank, currency, holderName, bankName }: Data<'AddPayoutMethod'>,
  ctx: PayoutAccountContext,
  more: Readonly<{ holderMatches: boolean; usableFrom: string }>,
): Added => {
  const { country, number } = locateBankAccount(bank)
  const bankFacts = {
    type: bank.type,
    currency,
    country,
    holderName,
    bankName,
    last4: lastFour(number),
    vaultRef: vaultRefFor(ctx.id, ctx.commandId),
  }
  return {
    type: 'PayoutMethodAdded',
    data: { hostAccountId: ctx.id, methodId: ctx.idFor('method'), ...bankFacts, ...more },
  }
}

/**
 * Why a bank account is refused; undefined when it is accepted, null when this command has already added it.
 */
const refuseNew = (
  { bank, currency, holderName }: Data<'AddPayoutMethod'>,
  { methods, additions = {} }: PayoutAccount,
  ctx: PayoutAccountContext,
): Rejected | null | undefined => {
  if (Object.hasOwn(methods, ctx.idFor('method'))) return null
  const errors = [...bankProblems(bank, currency), ...nameProblems(bank, holderName)]
  if (errors.length > 0)
    return reject('VALIDATION_FAILED', 'This bank account can’t be used for payouts.', { errors })
  if (Object.keys(methods).length >= MAX_METHODS)
    return reject(
      'LIMIT_EXCEEDED',
      `An account can have up to ${MAX_METHODS} bank accounts. Remove one you don’t use.`,
      { limit: MAX_METHODS },
    )
  const since = addHours(ctx.now, -24)
  const today = Object.values(additions).filter(({ at }) => at > since)
  return ctx.actor.kind === 'host' && today.length >= MAX_ADDITIONS_PER_DAY
    ? reject(
        'LIMIT_EXCEEDED',
        `You can add up to ${MAX_ADDITIONS_PER_DAY} bank accounts within 24 hours. ` +
          'Verify one that you’ve already added, or try again tomorrow.',
        { limit: MAX_ADDITIONS_PER_DAY },
      )
    : undefined
}

/** Bank accounts, from adding to removal (docs/domain/payout-account.md#bank-accounts). */
export const decideMethods = {
  AddPayoutMethod: (data: Data<'AddPayoutMethod'>, account: PayoutAccount, ctx: PayoutAccountContext) => {
    const refusal = refuseNew(data, account, ctx)
    if (refusal !== undefined) return refusal ?? accept<PayoutAccountEvent>([])
    const { legalName, unsettled } = ctx.facts
    // The first bank account has no cooling period only while no money is owed: someone who takes over an
    // account would otherwise be paid immediately.
    const isFirst =
      Object.keys(account.methods).length === 0 && !account.everVerified && unsettled.length === 0
    const holderMatches = legalName !== null && isSameName(data.holderName, legalName)
    return accept<PayoutAccountEvent>([
      createAdded(data, ctx, {
        holderMatches,
        usableFrom: isFirst ? ctx.now : addHours(ctx.now, COOLING_HOURS),
      }),
    ])
  },
  ImportPayoutMethod: (
    data: Data<'ImportPayoutMethod'>,
    account: PayoutAccount,
    ctx: PayoutAccountContext,
  ) => {
    const refusal = refuseNew(data, account, ctx)
    if (refusal !== undefined) return refusal ?? accept<PayoutAccountEvent>([])
    const added = createAdded(data, ctx, { holderMatches: true, usableFrom: ctx.now })
    const { methodId } = added.data
    return acceptWithDefault(
      account,
      [added, { type: 'PayoutMethodVerified', data: { hostAccountId: ctx.id, methodId, how: 'imported' } }],
      methodId,
      ctx,
    )
  },
  RecordMicroDeposits: withMethod(
    ({ methodId, outcome }: Data<'RecordMicroDeposits'>, method, _account, ctx) => {
      if (method.deposits !== 'waiting' || method.failure !== null) return accept<PayoutAccountEvent>([])
      if (outcome === 'sent')
        return accept<PayoutAccountEvent>([
          { type: 'MicroDepositsSent', data: { hostAccountId: ctx.id, methodId } },
        ])
      return accept<PayoutAccountEvent>([
        {
          type: 'PayoutMethodVerificationFailed',
          data: {
            hostAccountId: ctx.id,
            methodId,
            attempt: method.wrongTries,
            code: 'account_refused',
            final: true,
          },
        },
      ])
    },
  ),
  VerifyPayoutMethod: withMethod(
    ({ methodId, firstMinor, secondMinor }: Data<'VerifyPayoutMethod'>, method, account, ctx) => {
      if (method.deposits === 'confirmed') return accept<PayoutAccountEvent>([])
      if (method.failure !== null)
        return reject(
          'PAYOUT_METHOD_NOT_READY',
          'This bank account couldn’t be verified. Remove it and add it again.',
          { fixRoute: SETTINGS },
        )
      if (method.deposits === 'waiting')
        return reject(
          'INVALID_TRANSITION',
          'We haven’t sent the two deposits yet. Try again once they’ve arrived.',
        )
      const earlierTries = ctx.facts.sharing.reduce(
        (tries, id) => tries + (account.additions?.[id]?.wrongTries ?? 0),
        0,
      )
      if (earlierTries >= VERIFICATION_TRIES)
        return reject(
          'PAYOUT_METHOD_NOT_READY',
          'Wrong amounts were entered too often for this bank account. Use another one, ' +
            `or add it again ${DEPOSIT_PAIR_DAYS} days after our last deposits.`,
          { fixRoute: SETTINGS },
        )
      const of = { hostAccountId: ctx.id, methodId }
      for (const [field, amount] of Object.entries({ firstMinor, secondMinor }))
        if (!zDepositIn(method.currency).safeParse(amount).success)
          return wrongField(`/${field}`, 'must be the amount of one of the two deposits')
      const { deposits } = ctx.facts
      const sent = (deposits === null ? [] : toMinor(deposits, method.currency)).toSorted((a, b) => a - b)
      const [low, high] = [Math.min(firstMinor, secondMinor), Math.max(firstMinor, secondMinor)]
      if (sent[0] === low && sent[1] === high)
        return acceptWithDefault(
          account,
          [{ type: 'PayoutMethodVerified', data: { ...of, how: 'micro_deposits' } }],
          methodId,
          ctx,
        )
      const attempt = method.wrongTries + 1
      return accept<PayoutAccountEvent>([
        {
          type: 'PayoutMethodVerificationFailed',
          data: {
            ...of,
            attempt,
            code: 'wrong_amounts',
            final: attempt + earlierTries >= VERIFICATION_TRIES,
          },
        },
      ])
    },
  ),
  ConfirmHolderName: withMethod(
    ({ methodId, why }: Data<'ConfirmHolderName'>, { holder, failure }, account, ctx) => {
      if (holder !== 'unclear' || failure !== null)
        return reject('ALREADY_DECIDED', 'The holder of this bank account doesn’t need checking.')
      return acceptWithDefault(
        account,
        [{ type: 'HolderNameConfirmed', data: { hostAccountId: ctx.id, methodId, why } }],
        methodId,
        ctx,
      )
    },
  ),
  RejectHolderName: withMethod(
    ({ methodId, why }: Data<'RejectHolderName'>, { holder, failure }, _account, ctx) => {
      if (holder !== 'unclear' || failure !== null)
        return reject('ALREADY_DECIDED', 'The holder of this bank account doesn’t need checking.')
      return accept<PayoutAccountEvent>([
        { type: 'HolderNameRejected', data: { hostAccountId: ctx.id, methodId, why } },
      ])
    },
  ),
  RemovePayoutMethod: withMethod(({ methodId }: Data<'RemovePayoutMethod'>, { currency }, account, ctx) => {
    const others = Object.values(account.methods).filter(
      (method) => method.methodId !== methodId && method.currency === currency && isVerified(method),
    )
    const isDefault = account.defaults[currency]?.at(-1) === methodId
    if (isDefault && others.length > 0)
      return unmet(
        'ANOTHER_DEFAULT',
        `This is the default account for ${currency}. Choose another default first.`,
        SETTINGS,
      )
    if (isDefault && ctx.facts.unsettled.includes(currency))
      return unmet(
        'BALANCE',
        `You have a balance in ${currency}, and this is its only bank account. ` +
          'Add and verify another one first.',
        SETTINGS,
      )
    const holds = Object.values(account.holds).filter((hold) => hold.methodId === methodId)
    return accept<PayoutAccountEvent>([
      ...holds.map(({ holdId }): PayoutAccountEvent => ({
        type: 'HoldReleased',
        data: { hostAccountId: ctx.id, holdId, why: 'This bank account has been removed.' },
      })),
      { type: 'MethodRemoved', data: { hostAccountId: ctx.id, methodId } },
    ])
  }),
}
