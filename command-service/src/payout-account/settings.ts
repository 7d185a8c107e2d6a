import {
  BOOKS_HOLD_TEXT,
  highestMinimum,
  minimumFor,
  PLATFORM_MINIMUM_MINOR,
  WHAT_TO_DO,
  type PayoutAccount,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import type { OfType } from '@hearth/contracts/kernel/message'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { accept, reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { refuseChoice, withMethod, type PayoutAccountContext } from './methodRules.ts'

type Data<T extends PayoutAccountCommand['type']> = OfType<PayoutAccountCommand, T>['data']

/**
 * Which bank account is paid, when, and from which amount
 * (docs/domain/payout-account.md#which-account-is-paid, docs/domain/payout-account.md#schedule-and-minimum).
 */
export const decideSettings = {
  SetDefaultMethod: withMethod(({ methodId }: Data<'SetDefaultMethod'>, method, { defaults }, ctx) => {
    const { currency } = method
    if (defaults[currency]?.at(-1) === methodId) return accept<PayoutAccountEvent>([])
    return (
      refuseChoice(method) ??
      accept<PayoutAccountEvent>([
        { type: 'DefaultMethodSet', data: { hostAccountId: ctx.id, methodId, currency } },
      ])
    )
  }),
  SetRouting: (
    { listingId, methodId }: Data<'SetRouting'>,
    account: PayoutAccount,
    ctx: PayoutAccountContext,
  ) => {
    const set = accept<PayoutAccountEvent>([
      { type: 'RoutingSet', data: { hostAccountId: ctx.id, listingId, methodId } },
    ])
    const { listingCurrency } = ctx.facts
    if (listingCurrency === null)
      return wrongField('/listingId', 'This listing doesn’t belong to the account.')
    if ((account.routing[listingId]?.at(-1) ?? null) === methodId) return accept<PayoutAccountEvent>([])
    if (methodId === null) return set
    return withMethod((_data: Readonly<{ methodId: string }>, method) => {
      if (method.currency !== listingCurrency) {
        return reject(
          'CURRENCY_MISMATCH',
          `This listing earns ${listingCurrency}, but this bank account is in ${method.currency}. ` +
            'Choose another one.',
          { errors: [{ pointer: '/methodId', detail: `must be a bank account for ${listingCurrency}` }] },
        )
      }
      return refuseChoice(method) ?? set
    })({ methodId }, account, ctx)
  },
  SetSchedule: ({ schedule }: Data<'SetSchedule'>, account: PayoutAccount, ctx: PayoutAccountContext) =>
    accept<PayoutAccountEvent>(
      account.schedule === schedule
        ? []
        : [{ type: 'ScheduleSet', data: { hostAccountId: ctx.id, schedule } }],
    ),
  SetMinimum: ({ minimum }: Data<'SetMinimum'>, account: PayoutAccount, ctx: PayoutAccountContext) => {
    const { amountMinor, currency } = minimum
    const highest = highestMinimum(currency)
    const range = [PLATFORM_MINIMUM_MINOR, highest].map((minor) => formatAmount(minor, currency)).join(' to ')
    if (amountMinor < PLATFORM_MINIMUM_MINOR || amountMinor > highest) {
      return wrongField('/minimum/amountMinor', `Choose an amount from ${range} ${currency}.`)
    }
    return accept<PayoutAccountEvent>(
      minimumFor(account, currency) === amountMinor
        ? []
        : [{ type: 'MinimumSet', data: { hostAccountId: ctx.id, minimum } }],
    )
  },
}

/** Holds, which stop payouts until they are released (docs/domain/payout-account.md#holds). */
export const decideHolds = {
  PlaceHold: (
    { reason, methodId, until, whatToDo }: Data<'PlaceHold'>,
    account: PayoutAccount,
    ctx: PayoutAccountContext,
  ) => {
    const holdId = ctx.idFor('hold')
    if (Object.hasOwn(account.holds, holdId)) return accept<PayoutAccountEvent>([])
    const place = accept<PayoutAccountEvent>([
      {
        type: 'HoldPlaced',
        data: {
          hostAccountId: ctx.id,
          holdId,
          reason,
          methodId,
          until,
          whatToDo: whatToDo ?? WHAT_TO_DO[reason].text,
        },
      },
    ])
    if (until !== null && until <= ctx.now)
      return wrongField(
        '/until',
        'The end date must be in the future. Leave it empty to release the hold manually.',
      )
    if (reason !== 'method_error')
      return methodId === null
        ? place
        : wrongField('/methodId', 'Only method_error applies to a single bank account. Send null.')
    if (methodId === null) return wrongField('/methodId', 'Choose the bank account with the problem.')
    // A bank account that already failed needs no hold.
    return withMethod((_data: Readonly<{ methodId: string }>, { failure }) =>
      failure === null ? place : accept<PayoutAccountEvent>([]),
    )({ methodId }, account, ctx)
  },
  PlaceBooksHold: (_data: Data<'PlaceBooksHold'>, { holds }: PayoutAccount, ctx: PayoutAccountContext) =>
    accept<PayoutAccountEvent>(
      Object.values(holds).some(({ code }) => code === 'books_differ')
        ? []
        : [
            {
              type: 'HoldPlaced',
              data: {
                hostAccountId: ctx.id,
                holdId: ctx.idFor('hold'),
                reason: 'staff_review',
                methodId: null,
                until: null,
                whatToDo: BOOKS_HOLD_TEXT,
                code: 'books_differ',
              },
            },
          ],
    ),
  PlaceTaxHold: ({ part }: Data<'PlaceTaxHold'>, { holds }: PayoutAccount, ctx: PayoutAccountContext) =>
    accept<PayoutAccountEvent>(
      Object.values(holds).some(({ code }) => code === `tax_${part}`)
        ? []
        : [
            {
              type: 'HoldPlaced',
              data: {
                hostAccountId: ctx.id,
                holdId: ctx.idFor('hold'),
                reason: 'tax_info_missing',
                methodId: null,
                until: null,
                whatToDo: WHAT_TO_DO.tax_info_missing.text,
                code: `tax_${part}`,
              },
            },
          ],
    ),
  ReleaseTaxHold: ({ part }: Data<'ReleaseTaxHold'>, { holds }: PayoutAccount, ctx: PayoutAccountContext) =>
    accept<PayoutAccountEvent>(
      Object.values(holds)
        .filter(({ code }) => code === `tax_${part}`)
        .map(({ holdId }) => ({
          type: 'HoldReleased',
          data: { hostAccountId: ctx.id, holdId, why: 'The tax information is complete.' },
        })),
    ),
  ReleaseHold: ({ holdId, why }: Data<'ReleaseHold'>, { holds }: PayoutAccount, ctx: PayoutAccountContext) =>
    Object.hasOwn(holds, holdId)
      ? accept<PayoutAccountEvent>([{ type: 'HoldReleased', data: { hostAccountId: ctx.id, holdId, why } }])
      : reject('NOT_FOUND', 'This hold doesn’t exist or has already been released.'),
}
