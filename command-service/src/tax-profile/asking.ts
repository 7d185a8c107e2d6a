import type { OfType } from '@hearth/contracts/kernel/message'
import {
  computeDac7HoldAt,
  computeExpiryAt,
  isEuCountry,
  isMissing,
  type TaxPart,
  type TaxProfile,
  type TaxProfileCommand,
  type TaxProfileEvent,
} from '@hearth/contracts/tax-profile'
import { accept } from '../runtime/decider.ts'
import type { TaxContext } from './signing.ts'

type Data<T extends TaxProfileCommand['type']> = OfType<TaxProfileCommand, T>['data']

const none = accept<TaxProfileEvent>([])

/** Whether the request still stands, so that a late reminder or hold changes nothing. */
const stands = (profile: TaxProfile, part: TaxPart, requestedAt: string): boolean =>
  profile.requests[part] === requestedAt && isMissing(profile, part)

const wasSent = ({ reminders }: TaxProfile, about: TaxPart | 'expiry', number: number): boolean =>
  reminders.some((sent) => sent.about === about && sent.number === number)

/** What hosts are asked for, reminded of and held for (docs/domain/tax-profile.md#reminders-and-holds). */
export const decideAsking = {
  RequestTaxInfo: (_data: Data<'RequestTaxInfo'>, { requests }: TaxProfile, ctx: TaxContext) => {
    const countries = [ctx.facts.accountCountry, ctx.facts.listingCountry]
    const needed: readonly TaxPart[] = [
      ...(countries.includes('US') ? (['us'] as const) : []),
      ...(countries.some(isEuCountry) ? (['dac7'] as const) : []),
    ]
    return accept<TaxProfileEvent>(
      needed
        .filter((part) => requests[part] === null)
        .map((part) => ({ type: 'TaxInfoRequested', data: { hostAccountId: ctx.id, part } })),
    )
  },
  RemindTaxInfo: (
    { part, number, requestedAt }: Data<'RemindTaxInfo'>,
    profile: TaxProfile,
    ctx: TaxContext,
  ) =>
    stands(profile, part, requestedAt) && !wasSent(profile, part, number)
      ? accept<TaxProfileEvent>([
          {
            type: 'TaxInfoReminderSent',
            data: {
              hostAccountId: ctx.id,
              about: part,
              number,
              dueAt: part === 'dac7' ? computeDac7HoldAt(requestedAt) : null,
            },
          },
        ])
      : none,
  RemindTaxExpiry: ({ number, signedAt }: Data<'RemindTaxExpiry'>, profile: TaxProfile, ctx: TaxContext) => {
    const { form } = profile
    return form?.signedAt === signedAt &&
      form.validUntil !== null &&
      !form.expired &&
      !wasSent(profile, 'expiry', number)
      ? accept<TaxProfileEvent>([
          {
            type: 'TaxInfoReminderSent',
            data: {
              hostAccountId: ctx.id,
              about: 'expiry',
              number,
              dueAt: computeExpiryAt(form.validUntil),
            },
          },
        ])
      : none
  },
  HoldForTaxInfo: ({ part, requestedAt }: Data<'HoldForTaxInfo'>, profile: TaxProfile, ctx: TaxContext) =>
    stands(profile, part, requestedAt) && profile.holds[part] === null
      ? accept<TaxProfileEvent>([{ type: 'TaxHoldPlaced', data: { hostAccountId: ctx.id, part } }])
      : none,
}
