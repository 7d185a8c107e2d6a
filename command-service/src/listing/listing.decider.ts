import type { ListingCommand, ListingEvent } from '@hearth/contracts/listing'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { ListingFacts } from './listing.facts.ts'

type Details = OfType<ListingEvent, 'ListingStarted'>['data']
export type StartedListing = Readonly<{ status: 'draft' | 'live' | 'paused' }> &
  Readonly<
    Pick<
      Details,
      'hostAccountId' | 'timezone' | 'currency' | 'maxGuests' | 'checkInTime' | 'checkOutTime' | 'feeModel' | 'cancellationPolicyCode' | 'longTermPolicyCode' | 'pricing' | 'rules'
    >
  >
export type ListingState = Readonly<{ status: 'none' }> | StartedListing

const notFound = reject('NOT_FOUND', 'There is no such listing.')
const wrongState = (detail: string) => reject('INVALID_TRANSITION', detail)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Changes what exists; events before the first one change nothing. */
const change = (state: ListingState, part: Partial<StartedListing>): ListingState => (state.status === 'none' ? state : { ...state, ...part })

/** Strict terms are for invited hosts, long-term terms bind from 28 nights on only (domain.md §2.2). */
const refuseCode = (facts: ListingFacts, actor: Actor, code: CancellationPolicyCode, longTerm: boolean): Rejected | null => {
  const terms = facts.cancellation[code]
  if (terms === undefined || terms.longTerm !== longTerm)
    return reject('POLICY_VIOLATION', longTerm ? 'From 28 nights on a long-term policy binds.' : 'A long-term policy binds from 28 nights on only.', { rule: 'long_term' })
  if (terms.inviteOnly && actor.kind === 'host') return reject('POLICY_VIOLATION', `${terms.label} is for invited hosts.`, { rule: 'invite_only' })
  return null
}

export const listing: Decider<ListingState, ListingCommand, ListingEvent, ListingFacts> = {
  category: 'listing',
  initial: { status: 'none' },
  evolve: {
    ListingStarted: (_state, data) => ({
      status: 'draft',
      hostAccountId: data.hostAccountId,
      timezone: data.timezone,
      currency: data.currency,
      maxGuests: data.maxGuests,
      checkInTime: data.checkInTime,
      checkOutTime: data.checkOutTime,
      feeModel: data.feeModel,
      cancellationPolicyCode: data.cancellationPolicyCode,
      longTermPolicyCode: data.longTermPolicyCode,
      pricing: data.pricing,
      rules: data.rules,
    }),
    ListingPublished: (state) => change(state, { status: 'live' }),
    ListingPaused: (state) => change(state, { status: 'paused' }),
    ListingResumed: (state) => change(state, { status: 'live' }),
    PricingChanged: (state, { after }) => change(state, { pricing: after }),
    AvailabilityRulesChanged: (state, { after }) => change(state, { rules: after }),
    CancellationPolicyChanged: (state, { after }) => change(state, { cancellationPolicyCode: after }),
  },
  decide: {
    StartListing: (details, state, { id, tenantId, actor, facts }) => {
      if (state.status !== 'none') return reject('DUPLICATE', 'This listing exists already.')
      if (!facts.accountOpen) return reject('PRECONDITION_FAILED', 'The host account must be opened first.')
      const refused = refuseCode(facts, actor, details.cancellationPolicyCode, false) ?? refuseCode(facts, actor, details.longTermPolicyCode, true)
      return refused ?? accept([{ type: 'ListingStarted', data: { listingId: id, hostAccountId: tenantId, ...details } }])
    },
    PublishListing: (_data, state, { id }) => {
      if (state.status === 'none') return notFound
      if (state.status === 'live') return accept([])
      if (state.status === 'paused') return wrongState('The listing is paused; resume it.')
      return accept([{ type: 'ListingPublished', data: { listingId: id, hostAccountId: state.hostAccountId } }])
    },
    PauseListing: ({ until, reason }, state, { id, facts }) => {
      if (state.status === 'none') return notFound
      if (state.status !== 'live') return wrongState(state.status === 'paused' ? 'The listing is paused already.' : 'The listing is not live.')
      if (until !== null && facts.today !== null && until <= facts.today) {
        const detail = `must be after ${facts.today}`
        return reject('VALIDATION_FAILED', detail, { errors: [{ pointer: '/until', detail }] })
      }
      const paused = { listingId: id, hostAccountId: state.hostAccountId, until, reason }
      return accept([{ type: 'ListingPaused', data: paused }], { undo: { command: 'ResumeListing', expiresAt: null } })
    },
    ResumeListing: (_data, state, { id }) => {
      if (state.status === 'none') return notFound
      if (state.status === 'live') return accept([])
      if (state.status === 'draft') return wrongState('The listing is not published yet.')
      return accept([{ type: 'ListingResumed', data: { listingId: id, hostAccountId: state.hostAccountId } }])
    },
    SetPricing: ({ pricing }, state, { id }) => {
      if (state.status === 'none') return notFound
      if (same(state.pricing, pricing)) return accept([])
      return accept([{ type: 'PricingChanged', data: { listingId: id, hostAccountId: state.hostAccountId, before: state.pricing, after: pricing } }])
    },
    SetAvailabilityRules: ({ rules }, state, { id }) => {
      if (state.status === 'none') return notFound
      if (same(state.rules, rules)) return accept([])
      return accept([{ type: 'AvailabilityRulesChanged', data: { listingId: id, hostAccountId: state.hostAccountId, before: state.rules, after: rules } }])
    },
    SetCancellationPolicy: ({ code }, state, { id, actor, facts }) => {
      if (state.status === 'none') return notFound
      if (state.cancellationPolicyCode === code) return accept([])
      return (
        refuseCode(facts, actor, code, false) ??
        accept([{ type: 'CancellationPolicyChanged', data: { listingId: id, hostAccountId: state.hostAccountId, before: state.cancellationPolicyCode, after: code } }])
      )
    },
  },
}
