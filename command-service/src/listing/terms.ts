import type { Actor } from '@hearth/contracts/kernel/message'
import type { ListingEvent } from '@hearth/contracts/listing'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { isEqualJson } from '../runtime/isEqualJson.ts'
import { onListed, baseFields } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'

/**
 * Strict terms are for invited hosts; long-term terms apply only from 28 nights
 * (docs/domain/policy.md#cancellation-policies).
 */
export const refuseCode = (
  facts: ListingFacts,
  actor: Actor,
  code: CancellationPolicyCode,
  longTerm: boolean,
): Rejected | null => {
  const terms = facts.cancellation[code]
  if (terms === undefined || terms.longTerm !== longTerm)
    return reject(
      'POLICY_VIOLATION',
      longTerm
        ? 'Stays of 28 nights or more need a long-term policy.'
        : 'Long-term policies only apply to stays of 28 nights or more.',
      { rule: 'long_term' },
    )
  if (terms.inviteOnly && actor.kind === 'host')
    return reject('POLICY_VIOLATION', `${terms.label} is only available to invited hosts.`, {
      rule: 'invite_only',
    })
  return null
}

/** Prices, rules and cancellation policy. */
export const decideTerms: DecideListing<'SetPricing' | 'SetAvailabilityRules' | 'SetCancellationPolicy'> = {
  SetPricing: onListed(({ pricing }, listing, ctx) =>
    isEqualJson(listing.pricing, pricing)
      ? accept([])
      : accept<ListingEvent>([
          {
            type: 'PricingChanged',
            data: { ...baseFields(listing, ctx), before: listing.pricing, after: pricing },
          },
        ]),
  ),
  SetAvailabilityRules: onListed(({ rules }, listing, ctx) =>
    isEqualJson(listing.rules, rules)
      ? accept([])
      : accept<ListingEvent>([
          {
            type: 'AvailabilityRulesChanged',
            data: { ...baseFields(listing, ctx), before: listing.rules, after: rules },
          },
        ]),
  ),
  SetCancellationPolicy: onListed(({ code }, listing, ctx) =>
    listing.cancellationPolicyCode === code
      ? accept([])
      : (refuseCode(ctx.facts, ctx.actor, code, false) ??
        accept<ListingEvent>([
          {
            type: 'CancellationPolicyChanged',
            data: { ...baseFields(listing, ctx), before: listing.cancellationPolicyCode, after: code },
          },
        ])),
  ),
}
