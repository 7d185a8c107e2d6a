import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { addBusinessDays } from '@hearth/contracts/payout'
import {
  REIMBURSEMENT_STEPS,
  type ReimbursementCommand,
  type ReimbursementEvent,
  type ReimbursementStatus,
} from '@hearth/contracts/reimbursement'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import type { ReimbursementFacts } from './reimbursement.facts.ts'
import type { KnownReimbursement, ReimbursementState } from './reimbursement.state.ts'

export type ReimbursementContext = Context<ReimbursementFacts>
export type Data<T extends ReimbursementCommand['type']> = OfType<ReimbursementCommand, T>['data']
export type Decided = Decision<ReimbursementEvent>

export const done = (...events: readonly ReimbursementEvent[]): Decided => accept<ReimbursementEvent>(events)

export const notFound = reject('NOT_FOUND', 'This claim doesn’t exist.')

/** What happened to a claim that can no longer be changed, as people say it. */
const OVER: Readonly<Partial<Record<ReimbursementStatus, string>>> = {
  guest_accepted: 'The guest has agreed to pay this claim.',
  decided: 'This claim has been decided.',
  decided_final: 'This claim has been decided.',
  closed: 'This claim is closed.',
  withdrawn: 'This claim was withdrawn.',
  expired: 'This claim wasn’t submitted in time.',
}
const IN_PROGRESS: Readonly<Partial<Record<ReimbursementStatus, string>>> = {
  draft: 'This claim hasn’t been submitted yet.',
  guest_review: 'The guest hasn’t answered this claim yet.',
  under_review: 'This claim is under review.',
  info_requested: 'This claim waits for the host’s answer.',
  appealed: 'This claim is under review again.',
}

const refuseStatus = ({ status, movedAt }: KnownReimbursement): Rejected => {
  const over = OVER[status]
  const facts = { reimbursementStatus: status, since: movedAt }
  return over === undefined
    ? reject('INVALID_TRANSITION', IN_PROGRESS[status] ?? '', facts)
    : reject('ALREADY_DECIDED', over, facts)
}

/** Decides a command where the status of the claim allows it. */
export const withStep =
  <D>(
    command: ReimbursementCommand['type'],
    decide: (data: D, state: KnownReimbursement, ctx: ReimbursementContext) => Decided,
  ) =>
  (data: D, state: ReimbursementState, ctx: ReimbursementContext): Decided => {
    if (state.status === 'none') return notFound
    return REIMBURSEMENT_STEPS[state.status].includes(command)
      ? decide(data, state, ctx)
      : refuseStatus(state)
  }

/** The fields that every event of a claim has. */
export const ofClaim = ({ listingId }: KnownReimbursement, { id }: ReimbursementContext) => ({
  reimbursementId: id,
  listingId,
})
export const byActor = ({ actor }: ReimbursementContext) => ({ by: actor.id })

/** The end of the n-th business day after an instant, where the listing is. */
export const endOfBusinessDay = (
  from: Instant,
  days: number,
  { currency, terms }: Pick<KnownReimbursement, 'currency' | 'terms'>,
  { facts }: ReimbursementContext,
): Instant => {
  const zone = facts.listing?.timezone ?? 'UTC'
  const day = addBusinessDays(toLocalDate(from, zone), days, currency)
  return toInstant(day, terms.businessDayEnd, zone)
}

/** By when staff act and decide when their review begins then. */
export const reviewFrom = (from: Instant, state: KnownReimbursement, ctx: ReimbursementContext) => ({
  firstActionBy: endOfBusinessDay(from, state.terms.firstActionDays, state, ctx),
  decisionBy: endOfBusinessDay(from, state.terms.decisionDays, state, ctx),
})

export const refuseEarly = (until: Instant): Rejected =>
  reject('PRECONDITION_FAILED', `This isn’t possible before ${until}.`, { rule: 'not_due', until })

export const refuseLate = (detail: string, closedAt: Instant, rule: string): Rejected =>
  reject('WINDOW_CLOSED', detail, { closedAt, rule })

/** After the time to submit. */
export const refuseWindow = (closesAt: Instant): Rejected =>
  refuseLate(`The time to submit this claim ended at ${closesAt}.`, closesAt, 'submit')
