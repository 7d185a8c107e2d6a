import type { OfType } from '@hearth/contracts/kernel/message'
import {
  nextStatus,
  type DecisionOutcome,
  type RequestCommand,
  type RequestEvent,
  type RequestKind,
  type RequestStatus,
} from '@hearth/contracts/request'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { OpenedPreview } from './openPreview.ts'
import type { RequestFacts } from './request.facts.ts'
import type { KnownRequest, RequestState } from './request.state.ts'

export type RequestContext = Context<RequestFacts>
export type Data<T extends RequestCommand['type']> = OfType<RequestCommand, T>['data']
export type Decided = Decision<RequestEvent>

/** What a decision does now; `policies` took part in it. */
export type Previewed = Readonly<{ ok: true; outcome: DecisionOutcome; policies: readonly string[] }>

export const done = (...events: readonly RequestEvent[]): Decided => accept<RequestEvent>(events)

export const refuseLate = (closedAt: string) =>
  reject('WINDOW_CLOSED', `This request expired at ${closedAt}.`, { closedAt, rule: 'deadline' })

const notFound = reject('NOT_FOUND', 'This request doesn’t exist.')

const KIND_NAMES: Readonly<Record<RequestKind, string>> = {
  booking_request: 'a request to book',
  alteration: 'a request to change a booking',
  refund_waiver: 'a request for a refund',
  service: 'a service request',
  expense_approval: 'a request to approve an expense',
}

/** Statuses that a decision or withdrawal led to, as people say them. */
const DECIDED: Readonly<Partial<Record<RequestStatus, string>>> = {
  accepted: 'accepted',
  approved: 'approved',
  declined: 'declined',
  withdrawn: 'withdrawn',
  cancelled: 'cancelled',
  closed: 'closed',
  incurred: 'recorded',
  expired: 'let expire',
  superseded: 'booked',
  failed: 'closed',
  countered: 'countered',
}

/** Why the table has no such step, with who came first and when. */
const refuseStep = (state: KnownRequest, { facts }: RequestContext): Rejected => {
  const isOfCancelled = state.kind === 'alteration' && state.status === 'superseded'
  const decided = isOfCancelled ? 'closed' : DECIDED[state.status]
  if (decided === undefined)
    return reject('INVALID_TRANSITION', `The request is ${state.status.replaceAll('_', ' ')}.`, {
      requestStatus: state.status,
    })
  const { by, at } = state.moved
  const name = facts.movedBy ?? 'Hearth'
  return reject(
    'ALREADY_DECIDED',
    `${name} ${decided} this on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
    {
      requestStatus: state.status,
      decidedBy: by,
      decidedByName: name,
      decidedAt: at,
    },
  )
}

/** Decides a command about a request of these kinds, where the table of its kind has such a step. */
export const withStep =
  <K extends RequestKind, D>(
    kinds: K | readonly K[],
    command: RequestCommand['type'],
    decide: (data: D, state: Extract<KnownRequest, { kind: K }>, ctx: RequestContext) => Decided,
  ) =>
  (data: D, state: RequestState, ctx: RequestContext): Decided => {
    if (state.kind === 'none') return notFound
    if (!isOfKind(state, kinds))
      return reject('INVALID_TRANSITION', `This is ${KIND_NAMES[state.kind]}.`, { requestKind: state.kind })
    return nextStatus(state.kind, state.status, command) === undefined
      ? refuseStep(state, ctx)
      : decide(data, state, ctx)
  }

const isOfKind = <K extends RequestKind>(
  state: KnownRequest,
  kinds: K | readonly K[],
): state is Extract<KnownRequest, { kind: K }> => [kinds].flat().some((kind) => kind === state.kind)

/** As `withStep`, for steps that every kind has. */
export const withAnyStep =
  <D>(
    command: RequestCommand['type'],
    decide: (data: D, state: KnownRequest, ctx: RequestContext) => Decided,
  ) =>
  (data: D, state: RequestState, ctx: RequestContext): Decided => {
    if (state.kind === 'none') return notFound
    return nextStatus(state.kind, state.status, command) === undefined
      ? refuseStep(state, ctx)
      : decide(data, state, ctx)
  }

/** The fields that every event of a request has. */
export const ofRequest = ({ listingId }: Pick<KnownRequest, 'listingId'>, { id }: RequestContext) => ({
  requestId: id,
  listingId,
})
export const byActor = ({ actor }: RequestContext) => ({ by: actor.id })

/** Why the token is not that of this decision about this request. */
export const refusePreview = (
  preview: OpenedPreview,
  about: string,
  decision: DecisionOutcome['decision'],
): Rejected | null => {
  if (!preview.ok)
    return preview.reason === 'invalid'
      ? wrongField('/previewToken', 'isn’t a preview from Hearth')
      : reject('QUOTE_STALE', 'The preview has expired. Look at it again.')
  const { payload } = preview
  return payload.requestId === about && payload.decision === decision
    ? null
    : reject('QUOTE_STALE', 'The preview is of a different decision. Look at this one.')
}
