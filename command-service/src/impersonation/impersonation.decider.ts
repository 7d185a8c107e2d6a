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
const unknown = () => reject('NOT_FOUND', 'Nobody asked for this impersonation.')
const over = () => reject('INVALID_TRANSITION', 'This impersonation is not running.')
const ended = (impersonationId: string, why: EndReason, endedBy: string): Accepted<ImpersonationEvent> =>
  accept([{ type: 'ImpersonationEnded', data: { impersonationId, why, endedBy } }])

const beforeStart = (state: ImpersonationState, ctx: Ctx) => {
  if (state.status === 'none') return unknown()
  if (state.status !== 'requested')
    return reject('ALREADY_DECIDED', `This request is ${state.status} already.`)
  return ctx.now > addHours(state.requestedAt, START_WITHIN_HOURS)
    ? reject('WINDOW_CLOSED', 'This request is too old; ask anew.', {
        closedAt: addHours(state.requestedAt, START_WITHIN_HOURS),
      })
    : undefined
}

/** Who may stand in a host's place, and for how long (domain.md §2.16b). */
export const impersonation: Decider<
  ImpersonationState,
  ImpersonationCommand,
  ImpersonationEvent,
  ImpersonationFacts
> = {
  ...impersonationFold,
  decide: {
    RequestImpersonation: (wish, state, ctx) => {
      if (state.status !== 'none') return reject('DUPLICATE', 'This was asked for already.')
      if (!ctx.facts.accountExists) return reject('NOT_FOUND', 'There is no such account.')
      if (wish.mode === 'act_as' && !can(ctx.actor.role, 'impersonation.act'))
        return reject('FORBIDDEN', 'You may look as a host, not act as one.', {
          capability: 'impersonation.act',
        })
      if (ctx.facts.members.some(({ userId }) => userId === ctx.actor.id))
        return reject('POLICY_VIOLATION', 'You belong to this account yourself.', { rule: 'own_account' })
      if (ctx.facts.members.some(({ isStaff }) => isStaff))
        return reject(
          'POLICY_VIOLATION',
          'Somebody of Hearth belongs to this account; nobody stands in for staff.',
          { rule: 'staff_account' },
        )
      return accept([
        {
          type: 'ImpersonationRequested',
          data: { impersonationId: ctx.id, ...wish, staffUserId: ctx.actor.id, staffName: ctx.actor.name },
        },
      ])
    },
    ApproveImpersonation: (_data, state, ctx) => {
      const refused = beforeStart(state, ctx)
      if (refused !== undefined || state.status !== 'requested') return refused ?? unknown()
      if (state.mode !== 'act_as') return reject('INVALID_TRANSITION', 'Looking needs no approval.')
      if (state.staffUserId === ctx.actor.id)
        return reject('FOUR_EYES_SAME_ACTOR', 'Somebody else than who asked must approve.')
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
      if (state.mode !== 'act_as') return reject('INVALID_TRANSITION', 'Looking needs no approval.')
      if (state.staffUserId !== ctx.actor.id)
        return reject('FORBIDDEN', 'Only who asked may use the host’s code.')
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
          'A second person, or a code from the host, must approve this first.',
        )
      if (state.status !== 'requested' && state.status !== 'approved')
        return reject('INVALID_TRANSITION', `This impersonation is ${state.status}.`)
      const closedAt = addHours(state.requestedAt, START_WITHIN_HOURS)
      if (ctx.now > closedAt)
        return reject('WINDOW_CLOSED', 'This request is too old; ask anew.', { closedAt })
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
            ? 'Acting as a host is not extended; ask anew.'
            : 'It was extended once already; ask anew.',
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
          'Only in a review of fraud or for the law may a host be told later.',
          { rule: 'notice_at_end' },
        )
      if (state.status === 'ended' || state.status === 'denied')
        return reject('INVALID_TRANSITION', 'It is over; the host has been told.')
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
                data: { impersonationId: ctx.id, delayed: state.delayed },
              },
            ],
      )
    },
  },
}
