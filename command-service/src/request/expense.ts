import { addHours } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { applyBps, formatAmount } from '@hearth/contracts/kernel/money'
import type { RequestEvent } from '@hearth/contracts/request'
import { accept, reject } from '../runtime/decider.ts'
import { refuseFields, wrongField } from '../runtime/refusals.ts'
import { byActor, done, ofRequest, withStep, type Data, type Decided, type RequestContext } from './common.ts'
import type { RequestState } from './request.state.ts'

/** What an approved expense may cost in the end. */
const spendable = (capMinor: number, { facts }: RequestContext) =>
  capMinor + applyBps(capMinor, facts.terms.expenseOverrunBps)

/** An emergency within the agreement's limit begins without an answer; everything else waits for one. */
const approveEmergency = (
  { listingId, emergency, estimateMinor }: Data<'RequestExpenseApproval'>,
  ctx: RequestContext,
): readonly RequestEvent[] => {
  const agreed = ctx.facts.emergency
  if (!emergency || agreed === null || estimateMinor > agreed.limitMinor) return []
  const data = {
    requestId: ctx.id,
    listingId,
    capMinor: estimateMinor,
    spendableMinor: Math.min(spendable(estimateMinor, ctx), agreed.limitMinor),
    ...agreed,
  }
  return [{ type: 'ExpenseAutoApprovedEmergency', data }]
}

/** What Hearth asks the host to pay (docs/domain/request.md#expenses). */
export const decideExpense = {
  RequestExpenseApproval: (
    data: Data<'RequestExpenseApproval'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    const { listing, terms, unknown, policy } = ctx.facts
    if (state.kind !== 'none') return reject('DUPLICATE', 'This request already exists.')
    if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const refused = refuseFields(unknown)
    if (refused !== null) return refused
    const opened: RequestEvent = {
      type: 'ExpenseApprovalRequested',
      data: {
        ...data,
        requestId: ctx.id,
        hostAccountId: listing.hostAccountId,
        code: humanCode('RQ', ctx.id),
        openedBy: ctx.actor.id,
        currency: listing.currency,
        dueAt: addHours(ctx.now, terms.expenseHours),
        reminderHoursLeft: terms.reminderHoursLeft.expense,
      },
    }
    return accept([opened, ...approveEmergency(data, ctx)], { policies: [policy] })
  },
  ApproveExpense: withStep(
    'expense_approval',
    'ApproveExpense',
    ({ capMinor }: Data<'ApproveExpense'>, state, ctx) => {
      if (capMinor > state.estimateMinor)
        return wrongField(
          '/capMinor',
          `must not exceed the estimate, ${formatAmount(state.estimateMinor, state.currency)}`,
        )
      const approved = {
        ...ofRequest(state, ctx),
        ...byActor(ctx),
        capMinor,
        spendableMinor: spendable(capMinor, ctx),
      }
      return accept([{ type: 'ExpenseApproved', data: approved }], { policies: [ctx.facts.policy] })
    },
  ),
  DeclineExpense: withStep(
    'expense_approval',
    'DeclineExpense',
    ({ reason }: Data<'DeclineExpense'>, state, ctx) =>
      done({ type: 'ExpenseDeclined', data: { ...ofRequest(state, ctx), ...byActor(ctx), reason } }),
  ),
  /** By the clock. One that was answered in the meantime stays as it is; nothing is ever approved by time. */
  EscalateExpense: (
    { dueAt }: Data<'EscalateExpense'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    if (state.kind !== 'expense_approval' || state.status !== 'open') return done()
    return ctx.now < dueAt || ctx.now < state.dueAt
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${state.dueAt}.`, {
          rule: 'not_due',
          until: state.dueAt,
        })
      : done({ type: 'ExpenseEscalated', data: ofRequest(state, ctx) })
  },
  RecordExpense: withStep(
    'expense_approval',
    'RecordExpense',
    ({ actualMinor, invoiceFileId }: Data<'RecordExpense'>, state, ctx) => {
      const { currency, spendableMinor } = state
      const refused = refuseFields(ctx.facts.unknown)
      if (refused !== null) return refused
      if (spendableMinor !== null && actualMinor > spendableMinor)
        return reject(
          'LIMIT_EXCEEDED',
          `The approval covers up to ${formatAmount(spendableMinor, currency)}. Ask for the approval of the rest first.`,
          { rule: 'approved_amount', limit: spendableMinor },
        )
      const incurred = { ...ofRequest(state, ctx), ...byActor(ctx), actualMinor, currency, invoiceFileId }
      return done({ type: 'ExpenseIncurred', data: incurred })
    },
  ),
}
