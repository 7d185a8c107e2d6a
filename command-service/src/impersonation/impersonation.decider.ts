import {
  IMPERSONATION_MINUTES,
  MAY_BE_TOLD_LATER,
  START_WITHIN_HOURS,
  type EndReason,
  type ImpersonationCommand,
  type ImpersonationEvent,
} from '@hearth/contracts/impersonation'
import { can } from '@hearth/contracts/kernel/access'
import { addHours, addMinutes, earlier } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Accepted, type Context, type Decider } from '../runtime/decider.ts'
import type { ImpersonationFacts } from './impersonation.facts.ts'
import { impersonationFold, type ImpersonationState } from './impersonation.state.ts'

type Ctx = Context<ImpersonationFacts>
const unknown = () => reject('NOT_FOUND', 'This impersonation request doesn’t exist.')
const over = () => reject('INVALID_TRANSITION', 'This impersonation session isn’t active.')
const ended = (impersonationId: string, why: EndReason, endedBy: string): Accepted<ImpersonationEvent> =>
  accept([{ type: 'ImpersonationEnded', data: { impersonationId, why, endedBy } }])

const beforeStart = (state: ImpersonationState, ctx: Ctx) => {
  if (state.status === 'none') return unknown()
  if (state.status !== 'requested')
    return reject('ALREADY_DECIDED', `This request is ${state.status} already.`)
  return ctx.now > addHours(state.requestedAt, START_WITHIN_HOURS)
    ? reject('WINDOW_CLOSED', 'This request has expired. Send a new one.', {
        closedAt: addHours(state.requestedAt, START_WITHIN_HOURS),
      })
    : undefined
}

/**
 * Who can impersonate a host, and for how long (docs/domain/impersonation.md#request,
 * docs/domain/impersonation.md#duration).
 */
export const impersonation: Decider<
  ImpersonationState,
  ImpersonationCommand,
  ImpersonationEvent,
  ImpersonationFacts
> = {
  ...impersonationFold,
  decide: {
    RequestImpersonation: (request, state, ctx) => {
      if (state.status !== 'none') return reject('DUPLICATE', 'You’ve already requested this.')
      if (!ctx.facts.accountExists) return reject('NOT_FOUND', 'This account doesn’t exist.')
      if (request.mode === 'act_as' && !can(ctx.actor.role, 'impersonation.act'))
        return reject('FORBIDDEN', 'Your role can view as a host but not act on their behalf.', {
          capability: 'impersonation.act',
        })
      if (ctx.facts.members.some(({ userId }) => userId === ctx.actor.id))
        return reject('POLICY_VIOLATION', 'You can’t impersonate an account that you’re a member of.', {
          rule: 'own_account',
        })
      if (ctx.facts.members.some(({ isStaff }) => isStaff))
        return reject(
          'POLICY_VIOLATION',
          'A member of this account is Hearth staff, and staff can’t be impersonated.',
          { rule: 'staff_account' },
        )
      return accept([
        {
          type: 'ImpersonationRequested',
          data: { impersonationId: ctx.id, ...request, staffUserId: ctx.actor.id, staffName: ctx.actor.name },
        },
      ])
    },
    ApproveImpersonation: (_data, state, ctx) => {
      const refused = beforeStart(state, ctx)
      if (refused !== undefined || state.status !== 'requested') return refused ?? unknown()
      if (state.mode !== 'act_as') return reject('INVALID_TRANSITION', 'View-only access needs no approval.')
      if (state.staffUserId === ctx.actor.id)
        return reject('FOUR_EYES_SAME_ACTOR', 'You can’t approve your own request. Someone else has to.')
      return accept([
        {
          type: 'ImpersonationApproved',
          data: { impersonationId: ctx.id, approvedBy: ctx.actor.id, how: 'staff' },
        },
      ])
    },
    ApproveImpersonationByCode: ({ approvedBy }, state, ctx) => {
      const refused = beforeStart(state, ctx)
      if (refused !== undefined || state.status !== 'requested') return refused ?? unknown()
      if (state.mode !== 'act_as') return reject('INVALID_TRANSITION', 'View-only access needs no approval.')
      if (state.staffUserId !== ctx.actor.id)
        return reject('FORBIDDEN', 'Only the requester can use the host’s code.')
      return accept([
        { type: 'ImpersonationApproved', data: { impersonationId: ctx.id, approvedBy, how: 'host_code' } },
      ])
    },
    DenyImpersonation: ({ reasonText }, state, ctx) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'requested' && state.status !== 'approved')
        return reject('ALREADY_DECIDED', `This impersonation is ${state.status} already.`)
      return accept([
        {
          type: 'ImpersonationDenied',
          data: { impersonationId: ctx.id, deniedBy: ctx.actor.id, reasonText },
        },
      ])
    },
    StartImpersonation: (_data, state, ctx) => {
      if (state.status === 'none' || state.staffUserId !== ctx.actor.id) return unknown()
      if (state.status === 'requested' && state.mode === 'act_as')
        return reject(
          'PRECONDITION_FAILED',
          'This needs a second person’s approval or a code from the host first.',
        )
      if (state.status !== 'requested' && state.status !== 'approved')
        return reject('INVALID_TRANSITION', `This impersonation is ${state.status}.`)
      const closedAt = addHours(state.requestedAt, START_WITHIN_HOURS)
      if (ctx.now > closedAt)
        return reject('WINDOW_CLOSED', 'This request has expired. Send a new one.', { closedAt })
      return accept([
        {
          type: 'ImpersonationStarted',
          data: {
            impersonationId: ctx.id,
            expiresAt: addMinutes(ctx.now, IMPERSONATION_MINUTES[state.mode].first),
          },
        },
      ])
    },
    ExtendImpersonation: (_data, state, ctx) => {
      if (state.status !== 'active' || ctx.now >= state.expiresAt) return over()
      const { first, most } = IMPERSONATION_MINUTES[state.mode]
      if (state.extended || most === first)
        return reject(
          'LIMIT_EXCEEDED',
          state.mode === 'act_as'
            ? 'Sessions with acting rights can’t be extended. Send a new request.'
            : 'This session has already been extended once. Send a new request.',
        )
      return accept([
        {
          type: 'ImpersonationExtended',
          data: {
            impersonationId: ctx.id,
            expiresAt: earlier(addMinutes(ctx.now, first), addMinutes(state.startedAt, most)),
          },
        },
      ])
    },
    EndImpersonation: ({ why }, state, ctx) =>
      state.status === 'active' ? ended(ctx.id, why, ctx.actor.id) : over(),
    RevokeImpersonation: (_data, state, ctx) =>
      state.status === 'none'
        ? unknown()
        : state.status === 'active'
          ? ended(ctx.id, 'revoked', ctx.actor.id)
          : over(),
    // A timer that was set before the extension finds another time.
    ExpireImpersonation: ({ expiresAt }, state, ctx) =>
      state.status === 'active' && state.expiresAt === expiresAt
        ? ended(ctx.id, 'expired', ctx.actor.id)
        : accept([]),
    DelayHostNotice: ({ days, reasonText }, state, ctx) => {
      if (state.status === 'none') return unknown()
      if (!MAY_BE_TOLD_LATER.includes(state.reason))
        return reject(
          'POLICY_VIOLATION',
          'The host’s notification can only be delayed for fraud reviews and legal reasons.',
          { rule: 'notice_at_end' },
        )
      if (state.status === 'ended' || state.status === 'denied')
        return reject('INVALID_TRANSITION', 'The session has ended, and the host has been notified.')
      if (state.staffUserId === ctx.actor.id)
        return reject(
          'FOUR_EYES_SAME_ACTOR',
          'You can’t delay the notice of your own impersonation. Another admin has to.',
        )
      if (state.noticeDelayDays === days) return accept([])
      return accept([
        {
          type: 'HostNoticeDelayed',
          data: { impersonationId: ctx.id, days, delayedBy: ctx.actor.id, reasonText },
        },
      ])
    },
    RecordPageView: (data, state, ctx) =>
      state.status === 'none'
        ? unknown()
        : accept([{ type: 'ImpersonationPageViewed', data: { impersonationId: ctx.id, ...data } }]),
    RecordImpersonationReads: (data, state, ctx) =>
      state.status === 'none'
        ? unknown()
        : accept([{ type: 'ImpersonationRecordsViewed', data: { impersonationId: ctx.id, ...data } }]),
    RecordImpersonationAction: (data, state, ctx) =>
      state.status === 'none'
        ? unknown()
        : accept([{ type: 'ImpersonationActionTaken', data: { impersonationId: ctx.id, ...data } }]),
    RecordRefusedCommand: (data, state, ctx) =>
      state.status === 'none'
        ? unknown()
        : accept([{ type: 'ImpersonationCommandRefused', data: { impersonationId: ctx.id, ...data } }]),
    NotifyHostOfImpersonation: (_data, state, ctx) => {
      if (state.status === 'none') return unknown()
      return accept(
        state.notified
          ? []
          : [
              {
                type: 'HostNotifiedOfImpersonation',
                data: { impersonationId: ctx.id, delayed: state.noticeDelayDays > 0 },
              },
            ],
      )
    },
  },
}
