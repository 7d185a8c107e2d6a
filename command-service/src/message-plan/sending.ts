import { addMinutes, later } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Hold, MessagePlanEvent } from '@hearth/contracts/message-plan'
import { renderTemplate } from '@hearth/contracts/reply-template'
import { deriveThreadId, zMessageBody } from '@hearth/contracts/thread'
import type { KnownBooking } from '../booking/booking.state.ts'
import { accept, reject, type Context } from '../runtime/decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import { findPlanned, isWaiting, type KnownPlanned } from './messagePlan.state.ts'
import { unknownPlanned, type PlanDecide } from './planDecide.ts'
import { isChosen, isStanding } from './planning.ts'

/** A cancellation that is not undone has usually taken effect by then. */
const AFTER_CANCELLATION_MINUTES = 5

type Sending = Readonly<{ booking: KnownBooking; message: KnownPlanned }> &
  Pick<Context<MessagePlanFacts>, 'id' | 'facts'>

type Rendered = Readonly<{ ok: true; body: string }> | Readonly<{ ok: false; hold: Hold }>

/** The text as the guest will read it, or what it lacks. */
const render = ({ message, facts: { bodies, values } }: Sending): Rendered => {
  const template = message.body ?? bodies.get(message.templateId)
  if (template === undefined || template === ERASED)
    return { ok: false, hold: { withoutReply: true, missing: [] } }
  const { text, missing } = renderTemplate(template, values)
  if (missing.length > 0) return { ok: false, hold: { withoutReply: false, missing: [...missing] } }
  const body = zMessageBody.safeParse(text)
  // Values of the listing can make it longer than a message.
  return body.success
    ? { ok: true, body: body.data }
    : { ok: false, hold: { withoutReply: false, missing: [] } }
}

const sent = ({ id: bookingId, booking, message }: Sending, body: string, by: string | null) => {
  const { listingId, guestRef } = booking
  const { planId } = message
  const event: MessagePlanEvent = {
    type: 'PlannedMessageSent',
    data: {
      bookingId,
      listingId,
      planId,
      guestRef,
      body,
      threadId: deriveThreadId(listingId, guestRef),
      messageId: deriveId('message', planId),
      by,
    },
  }
  return accept([event])
}

const end = ({ id: bookingId, booking: { listingId }, message: { planId } }: Sending, reason: PlanEnd) =>
  accept<MessagePlanEvent>([{ type: 'PlannedMessageEnded', data: { bookingId, listingId, planId, reason } }])
type PlanEnd = Extract<MessagePlanEvent, { type: 'PlannedMessageEnded' }>['data']['reason']

const hold = ({ id: bookingId, booking, message }: Sending, why: Hold) => {
  const { listingId, guestRef } = booking
  const { planId, goodUntil } = message
  const threadId = deriveThreadId(listingId, guestRef)
  return accept<MessagePlanEvent>([
    {
      type: 'PlannedMessageHeld',
      data: { bookingId, listingId, planId, threadId, goodUntil, hold: why },
    },
  ])
}

/** Asks again once it is certain whether the stay is cancelled. */
const postpone = ({ id: bookingId, booking, message }: Sending, decidedAt: string) => {
  const { planId, templateId, trigger, goodUntil } = message
  const sendAt = addMinutes(decidedAt, AFTER_CANCELLATION_MINUTES)
  return accept<MessagePlanEvent>([
    {
      type: 'PlannedMessageChanged',
      data: { bookingId, listingId: booking.listingId, planId, templateId, trigger, sendAt, goodUntil },
    },
  ])
}

const NOTHING = accept<MessagePlanEvent>([])

const describeHold = ({ withoutReply, missing }: Hold) =>
  withoutReply
    ? reject('PRECONDITION_FAILED', 'Its saved reply was removed. Write a text for this stay first.', {
        rule: 'without_reply',
      })
    : missing.length === 0
      ? reject(
          'PRECONDITION_FAILED',
          'With its values filled in, the message is too long. Shorten it first.',
          {
            rule: 'too_long',
          },
        )
      : reject('PRECONDITION_FAILED', 'Some of its values aren’t known yet. Fill them in first.', {
          rule: 'missing_values',
          missing,
        })

/** Sending a planned message, at its time or early (docs/domain/message-plan.md#sending). */
export const decideSending: Pick<PlanDecide, 'ReleasePlannedMessage' | 'SendPlannedMessage'> = {
  ReleasePlannedMessage: ({ planId }, state, { id, now, facts }) => {
    const message = findPlanned(state, planId)
    const { booking, rules } = facts
    if (message === undefined || booking.status === 'none' || booking.lastErasureId !== null) return NOTHING
    // Its timer is that of an earlier plan.
    if (message.status !== 'planned' && message.status !== 'held') return NOTHING
    if (now < message.sendAt) return NOTHING
    const sending: Sending = { id, booking, message, facts }
    if (booking.status === 'cancelling' && booking.pending !== null)
      return postpone(sending, later(booking.pending.effectiveAt, now))
    if (!isStanding(booking)) return end(sending, 'stay_over')
    if (now >= message.goodUntil) return end(sending, 'too_late')
    if (message.status === 'held') return NOTHING
    if (!rules.some((rule) => rule.ruleId === message.ruleId && isChosen(rule, booking)))
      return end(sending, 'rule_ended')
    const rendered = render(sending)
    return rendered.ok ? sent(sending, rendered.body, null) : hold(sending, rendered.hold)
  },
  SendPlannedMessage: ({ planId }, state, { id, actor, facts }) => {
    const message = findPlanned(state, planId)
    const { booking } = facts
    if (message === undefined || booking.status === 'none') return unknownPlanned
    if (message.status === 'sent') return NOTHING
    if (!isWaiting(message) || !isStanding(booking) || booking.lastErasureId !== null)
      return reject('INVALID_TRANSITION', 'This message isn’t scheduled any more.')
    const sending: Sending = { id, booking, message, facts }
    const rendered = render(sending)
    return rendered.ok ? sent(sending, rendered.body, actor.id) : describeHold(rendered.hold)
  },
}
