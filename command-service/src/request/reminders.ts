import { addHours } from '@hearth/contracts/kernel/dates'
import { reject } from '../runtime/decider.ts'
import { done, ofRequest, type Data, type Decided, type RequestContext } from './common.ts'
import type { RequestState } from './request.state.ts'

/** By the clock. One that was answered, or that was reminded of before, stays as it is. */
export const decideReminders = {
  RemindOfRequest: (
    { dueAt, hoursLeft }: Data<'RemindOfRequest'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    if (state.kind === 'none' || state.kind === 'service' || state.status !== 'open') return done()
    if (state.dueAt !== dueAt || state.reminded.includes(hoursLeft) || ctx.now >= dueAt) return done()
    const at = addHours(dueAt, -hoursLeft)
    return ctx.now < at
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${at}.`, { rule: 'not_due', until: at })
      : done({ type: 'RequestReminderDue', data: { ...ofRequest(state, ctx), dueAt, hoursLeft } })
  },
}
