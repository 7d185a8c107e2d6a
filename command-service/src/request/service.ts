import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import type { Urgency } from '@hearth/contracts/request'
import { accept, reject } from '../runtime/decider.ts'
import { refuseFields, wrongField } from '../runtime/refusals.ts'
import { byActor, done, ofRequest, withStep, type Data, type Decided, type RequestContext } from './common.ts'
import type { RequestState } from './request.state.ts'

const acknowledgeBy = (urgency: Urgency, { now, facts }: RequestContext) =>
  addHours(now, facts.terms.acknowledgeHours[urgency])
const policies = ({ facts }: RequestContext) => ({ policies: [facts.policy] })

/** What a host asks Hearth to do (docs/domain/request.md#service). */
export const decideService = {
  RequestService: (data: Data<'RequestService'>, state: RequestState, ctx: RequestContext): Decided => {
    const { listing, unknown } = ctx.facts
    if (state.kind !== 'none') return reject('DUPLICATE', 'This request already exists.')
    if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const past = data.preferredSlots.findIndex(({ endsAt }) => endsAt <= ctx.now)
    if (past >= 0) return wrongField(`/preferredSlots/${past}`, 'is in the past')
    const refused = refuseFields(unknown)
    if (refused !== null) return refused
    const opened = {
      ...data,
      requestId: ctx.id,
      hostAccountId: listing.hostAccountId,
      code: humanCode('RQ', ctx.id),
      openedBy: ctx.actor.id,
      acknowledgeBy: acknowledgeBy(data.urgency, ctx),
    }
    return accept([{ type: 'ServiceRequested', data: opened }], policies(ctx))
  },
  AcknowledgeService: withStep('service', 'AcknowledgeService', (_: Data<'AcknowledgeService'>, state, ctx) =>
    done({
      type: 'ServiceAcknowledged',
      data: { ...ofRequest(state, ctx), ...byActor(ctx), inTime: ctx.now < state.acknowledgeBy },
    }),
  ),
  ScheduleService: withStep(
    'service',
    'ScheduleService',
    ({ startsAt, minutes, vendor }: Data<'ScheduleService'>, state, ctx) => {
      if (startsAt <= ctx.now) return wrongField('/startsAt', 'is in the past')
      const slot = { startsAt, endsAt: addMinutes(startsAt, minutes) }
      return done({
        type: 'ServiceScheduled',
        data: { ...ofRequest(state, ctx), ...byActor(ctx), slot, vendor },
      })
    },
  ),
  StartService: withStep('service', 'StartService', (_: Data<'StartService'>, state, ctx) =>
    done({ type: 'ServiceStarted', data: { ...ofRequest(state, ctx), ...byActor(ctx) } }),
  ),
  CompleteService: withStep('service', 'CompleteService', (data: Data<'CompleteService'>, state, ctx) => {
    const { listing, terms, unknown } = ctx.facts
    if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const refused = refuseFields(unknown)
    if (refused !== null) return refused
    const completed = {
      ...ofRequest(state, ctx),
      ...byActor(ctx),
      ...data,
      currency: listing.currency,
      closesAt: addHours(ctx.now, terms.serviceClosesAfterHours),
    }
    return accept([{ type: 'ServiceCompleted', data: completed }], policies(ctx))
  }),
  CloseService: withStep('service', 'CloseService', (_: Data<'CloseService'>, state, ctx) =>
    done({ type: 'ServiceClosed', data: { ...ofRequest(state, ctx), ...byActor(ctx), auto: false } }),
  ),
  ReopenService: withStep('service', 'ReopenService', ({ why }: Data<'ReopenService'>, state, ctx) => {
    const { closesAt } = state
    if (closesAt === null || ctx.now >= closesAt)
      return reject('WINDOW_CLOSED', 'It’s too late to reopen this request. Open a new one.', {
        closedAt: closesAt,
        rule: 'reopen',
      })
    const reopened = {
      ...ofRequest(state, ctx),
      ...byActor(ctx),
      why,
      acknowledgeBy: acknowledgeBy(state.urgency, ctx),
    }
    return accept([{ type: 'ServiceReopened', data: reopened }], policies(ctx))
  }),
  /** By the clock. One that was closed or reopened in the meantime stays as it is. */
  CloseCompletedService: (
    { closesAt }: Data<'CloseCompletedService'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    if (state.kind !== 'service' || state.status !== 'completed' || state.closesAt !== closesAt) return done()
    return ctx.now < closesAt
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${closesAt}.`, {
          rule: 'not_due',
          until: closesAt,
        })
      : done({ type: 'ServiceClosed', data: { ...ofRequest(state, ctx), ...byActor(ctx), auto: true } })
  },
}
