import { addHours, later } from '@hearth/contracts/kernel/dates'
import { countBusinessDays } from '@hearth/contracts/payout'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  byActor,
  done,
  endOfBusinessDay,
  ofClaim,
  refuseEarly,
  refuseLate,
  withStep,
  type Data,
  type Decided,
  type ReimbursementContext,
} from './common.ts'
import { refuseOwnAppeal } from './deciding.ts'
import type { KnownReimbursement, ReimbursementState } from './reimbursement.state.ts'

/** The business days that were left when the host was asked are left from now on, at least one. */
const continueClock = ({ info, decisionBy, ...state }: KnownReimbursement, ctx: ReimbursementContext) => {
  const zone = ctx.facts.listing?.timezone ?? 'UTC'
  const left =
    info === null || decisionBy === null
      ? 0
      : countBusinessDays(toLocalDate(info.askedAt, zone), toLocalDate(decisionBy, zone), state.currency)
  return endOfBusinessDay(ctx.now, Math.max(1, left), state, ctx)
}

/** What staff and hosts do while a claim is reviewed (docs/domain/reimbursement.md#review). */
export const decideReviewing = {
  StartReimbursementReview: withStep(
    'StartReimbursementReview',
    (_: Data<'StartReimbursementReview'>, state, ctx) => {
      if (state.reviewerId === ctx.actor.id) return done()
      return (
        refuseOwnAppeal(state, ctx) ??
        done({ type: 'ReimbursementReviewStarted', data: { ...ofClaim(state, ctx), ...byActor(ctx) } })
      )
    },
  ),
  RequestReimbursementInfo: withStep(
    'RequestReimbursementInfo',
    ({ questions }: Data<'RequestReimbursementInfo'>, state, ctx) => {
      if (state.proposal !== null)
        return reject('INVALID_TRANSITION', 'A decision waits for a second person. Return it first.')
      const dueAt = addHours(ctx.now, state.terms.infoHours)
      const data = { ...ofClaim(state, ctx), ...byActor(ctx), questions, dueAt }
      return done({ type: 'ReimbursementInfoRequested', data })
    },
  ),
  ProvideReimbursementInfo: withStep(
    'ProvideReimbursementInfo',
    ({ answers }: Data<'ProvideReimbursementInfo'>, state, ctx) => {
      const { info } = state
      if (info === null) return reject('INVALID_TRANSITION', 'Nothing was asked.')
      if (ctx.now >= info.dueAt)
        return refuseLate(`The time to answer ended at ${info.dueAt}.`, info.dueAt, 'info')
      if (answers.length !== info.questions) return wrongField('/answers', 'must answer each question')
      const data = {
        ...ofClaim(state, ctx),
        ...byActor(ctx),
        answers,
        decisionBy: continueClock(state, ctx),
      }
      return done({ type: 'ReimbursementInfoProvided', data })
    },
  ),
  AppealReimbursement: withStep(
    'AppealReimbursement',
    ({ grounds }: Data<'AppealReimbursement'>, state, ctx) => {
      if (state.appealBy === null)
        return reject('INVALID_TRANSITION', 'This claim was approved in full. There is nothing to appeal.')
      if (ctx.now >= state.appealBy)
        return refuseLate(`The time to appeal ended at ${state.appealBy}.`, state.appealBy, 'appeal')
      const decisionBy = endOfBusinessDay(ctx.now, state.terms.decisionDays, state, ctx)
      const data = { ...ofClaim(state, ctx), ...byActor(ctx), grounds, decisionBy }
      return done({ type: 'ReimbursementAppealed', data })
    },
  ),
  /** By the clock. A host who answered in the meantime is not late. */
  EndInfoRequest: (
    { dueAt }: Data<'EndInfoRequest'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status !== 'info_requested' || state.info?.dueAt !== dueAt) return done()
    if (ctx.now < dueAt) return refuseEarly(dueAt)
    const data = { ...ofClaim(state, ctx), decisionBy: continueClock(state, ctx) }
    return done({ type: 'ReimbursementInfoTimedOut', data })
  },
  /** By the clock, once for each deadline of a review. */
  MissReimbursementDeadline: (
    { deadline, dueAt }: Data<'MissReimbursementDeadline'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status !== 'under_review' && state.status !== 'appealed') return done()
    const isFirst = deadline === 'first_action'
    const current = isFirst ? state.firstActionBy : state.decisionBy
    const isKept = current !== dueAt || (isFirst && state.hasFirstAction) || state.missed.includes(deadline)
    if (isKept) return done()
    return ctx.now < dueAt
      ? refuseEarly(dueAt)
      : done({ type: 'ReimbursementDeadlineMissed', data: { ...ofClaim(state, ctx), deadline, dueAt } })
  },
  /** By the clock, when there is nothing left to appeal. */
  CloseReimbursement: (
    _: Data<'CloseReimbursement'>,
    state: ReimbursementState,
    ctx: ReimbursementContext,
  ): Decided => {
    if (state.status !== 'decided' && state.status !== 'decided_final') return done()
    const until = later(state.appealBy ?? '', state.movedAt)
    return ctx.now < until
      ? refuseEarly(until)
      : done({ type: 'ReimbursementClosed', data: ofClaim(state, ctx) })
  },
}
