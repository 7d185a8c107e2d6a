import type { KnownBooking } from '../booking/booking.state.ts'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { derivePlanId, type MessagePlanEvent } from '@hearth/contracts/message-plan'
import { deriveThreadId } from '@hearth/contracts/thread'
import type { KnownRule } from '../message-rule/messageRule.state.ts'
import { accept, type Context } from '../runtime/decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import { findPlanned, isWaiting, type KnownPlanned, type MessagePlanState } from './messagePlan.state.ts'
import { computePlanTimes } from './planTimes.ts'
import type { PlanDecide } from './planDecide.ts'

const STANDING: readonly KnownBooking['status'][] = ['confirmed', 'in_stay', 'checked_out']
export const isStanding = ({ status }: KnownBooking): boolean => STANDING.includes(status)

/** Whether the rule sends its message to stays like this one. */
export const isChosen = ({ listingIds, minNights }: KnownRule, booking: KnownBooking): boolean =>
  (listingIds?.includes(booking.listingId) ?? true) &&
  nightsBetween(booking.checkIn, booking.checkOut) >= minNights

type Planning = Readonly<{
  booking: KnownBooking
  state: MessagePlanState
  of: Readonly<{ bookingId: string; listingId: string }>
}> &
  Pick<Context<MessagePlanFacts>, 'now' | 'tenantId'>

const timingFor = (rule: KnownRule, { snapshot, checkIn, checkOut, confirmedAt }: KnownBooking) => {
  const { templateId, trigger } = rule
  const stay = { ...snapshot, checkIn, checkOut, confirmedAt }
  return { templateId, trigger, ...computePlanTimes(rule, stay) }
}
type Timing = ReturnType<typeof timingFor>

const isSame = (a: Timing, b: Timing): boolean =>
  a.templateId === b.templateId &&
  a.trigger === b.trigger &&
  a.sendAt === b.sendAt &&
  a.goodUntil === b.goodUntil

/** A message for a stay that had none; not one whose time came before the rule counts, or long ago. */
const begin = (rule: KnownRule, timing: Timing, planning: Planning): MessagePlanEvent[] => {
  const { booking, of, now, tenantId: hostAccountId } = planning
  if (timing.sendAt < rule.since || now >= timing.goodUntil) return []
  const { ruleId } = rule
  const { snapshot, guestRef } = booking
  const data = {
    ...of,
    planId: derivePlanId(of.bookingId, ruleId),
    hostAccountId,
    threadId: deriveThreadId(of.listingId, guestRef),
    ruleId,
    timezone: snapshot.timezone,
    ...timing,
  }
  return [{ type: 'MessagePlanned', data }]
}

/** A message that waits follows its stay and its rule. */
const follow = (
  rule: KnownRule,
  timing: Timing,
  message: KnownPlanned,
  { of }: Planning,
): MessagePlanEvent[] => {
  const { planId } = message
  if (isSame(timing, message)) return []
  if (timing.sendAt < rule.since && timing.sendAt !== message.sendAt)
    return [{ type: 'PlannedMessageEnded', data: { ...of, planId, reason: 'rule_ended' } }]
  return [{ type: 'PlannedMessageChanged', data: { ...of, planId, ...timing } }]
}

const followRule = (rule: KnownRule, planning: Planning): MessagePlanEvent[] => {
  const timing = timingFor(rule, planning.booking)
  const known = findPlanned(planning.state, derivePlanId(planning.of.bookingId, rule.ruleId))
  if (known === undefined || known.status === 'ended') return begin(rule, timing, planning)
  if (!isWaiting(known)) return []
  const { planId, listingId, status } = known
  if (listingId === planning.of.listingId || status === 'skipped')
    return follow(rule, timing, known, planning)
  // The stay has moved to another home, whose conversation is another one.
  const ended = { ...planning.of, planId, reason: 'moved' } as const
  return [{ type: 'PlannedMessageEnded', data: ended }, ...begin(rule, timing, planning)]
}

/** What waits without a rule that chooses the stay. A skipped message stays skipped while the stay stands. */
const endOthers = (chosen: readonly KnownRule[], isOver: boolean, planning: Planning): MessagePlanEvent[] =>
  planning.state.messages
    .filter((one) => (isOver ? isWaiting(one) : one.status === 'planned' || one.status === 'held'))
    .filter(({ ruleId }) => !chosen.some((rule) => rule.ruleId === ruleId))
    .map(({ planId }) => ({
      type: 'PlannedMessageEnded',
      data: { ...planning.of, planId, reason: isOver ? 'stay_over' : 'rule_ended' },
    }))

/** The plan of a stay as it and the rules are now (docs/domain/message-plan.md#planning). */
export const decidePlanning: Pick<PlanDecide, 'PlanMessages'> = {
  PlanMessages: (_data, state, { id: bookingId, tenantId, now, facts: { booking, rules } }) => {
    // While a cancellation can be undone, nothing is decided.
    if (booking.status === 'none' || booking.status === 'cancelling') return accept([])
    const { listingId, guestRef, lastErasureId: erasureId } = booking
    const of = { bookingId, listingId }
    if (erasureId !== null)
      return accept(
        state.messages.length === 0 || state.lastErasureId === erasureId
          ? []
          : [{ type: 'PlanGuestErased', data: { ...of, guestRef, erasureId } }],
      )
    const planning: Planning = { booking, state, of, now, tenantId }
    const stands = isStanding(booking)
    const chosen = stands ? rules.filter((rule) => isChosen(rule, booking)) : []
    return accept([
      ...endOthers(chosen, !stands, planning),
      ...chosen.flatMap((rule) => followRule(rule, planning)),
    ])
  },
}
