import { addMilliseconds, addMinutes, earlier, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import {
  deriveGuestMessageId,
  maskContacts,
  type Masked,
  type MessageAuthor,
  type ThreadEvent,
} from '@hearth/contracts/thread'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import { readAttachments } from './attachments.ts'
import { followClock } from './clock.ts'
import { hasStarted, planDelivery } from './delivery.ts'
import type { ThreadFacts } from './thread.facts.ts'
import { fromGuest, fromTeam, retract, type KnownThread } from './thread.state.ts'
import { unknownMessage, unknownThread, type ThreadDecide } from './threadDecide.ts'

/** The body as the other side sees it (docs/domain/thread.md#contact-details). */
const mask = (
  body: string,
  { isConfirmed, ownHostName }: ThreadFacts,
): Readonly<{ body: string; masked: Masked[] }> =>
  isConfirmed ? { body, masked: [] } : maskContacts(body, ownHostName)

const authorOf = ({ kind, role }: Actor): MessageAuthor =>
  kind === 'staff' ? 'staff' : kind === 'host' && role !== 'owner' ? 'cohost' : 'host'

export const policiesOf = ({ policy }: ThreadFacts) => [`${policy.name}@${policy.version}`]

/** Messages of this person within the last minute (docs/domain/thread.md#messages). */
const countLately = ({ messages }: Pick<KnownThread, 'messages'>, userId: string, now: string): number => {
  const since = addMilliseconds(now, -MINUTE_MS)
  return messages.filter(({ by, at }) => by === userId && at > since).length
}

const refuseBooking = reject('VALIDATION_FAILED', 'The booking isn’t one of this guest in this listing.', {
  errors: [{ pointer: '/bookingId', detail: 'must be a booking of this guest in this listing' }],
})

const refuseErased = reject('INVALID_TRANSITION', 'This guest’s data was erased, so you can’t write to them.')

type ExchangeContext = Context<ThreadFacts>
type Opened = OfType<ThreadEvent, 'ThreadOpened'>

/** What a person writes, in a thread that was `opened` for it or that exists. */
const send = (
  body: string,
  thread: Pick<KnownThread, 'listingId' | 'guestRef' | 'messages' | 'clock'>,
  ctx: ExchangeContext,
  opened: readonly Opened[] = [],
): Decision<ThreadEvent> => {
  const { id: threadId, now, actor, facts } = ctx
  const messageId = ctx.idFor('message')
  if (thread.messages.some((message) => message.messageId === messageId)) return accept([])
  const limit = facts.policy.body.messagesPerMinute
  if (countLately(thread, actor.id, now) >= limit)
    return reject('RATE_LIMITED', `You can send ${limit} messages a minute. Wait a moment.`, { limit })
  const attachments = readAttachments(body, facts)
  if ('ok' in attachments) return attachments
  const author = authorOf(actor)
  const sent = fromTeam(messageId, { from: author, by: actor.id }, now)
  const { listingId, guestRef } = thread
  const of = { threadId, listingId, messageId, guestRef }
  const message = {
    ...of,
    author,
    by: actor.id,
    automated: false,
    attachments: [...attachments],
    ...mask(body, facts),
  }
  const expiresAt = addMinutes(now, facts.policy.body.retractMinutes)
  return accept(
    [
      ...opened,
      { type: 'MessageSent', data: message },
      ...planDelivery(thread, messageId, expiresAt, ctx),
      ...followClock(thread, [...thread.messages, sent], messageId, ctx),
    ],
    { undo: { command: 'RetractMessage', expiresAt }, policies: policiesOf(facts) },
  )
}

type Exchange = 'ReceiveGuestMessage' | 'WriteToGuest' | 'SendMessage' | 'RetractMessage'

export const decideExchange: Pick<ThreadDecide, Exchange> = {
  ReceiveGuestMessage: (data, state, ctx) => {
    const { listingId, guest, bookingId, messageId: externalRef } = data
    const { id: threadId, tenantId: hostAccountId, now, facts } = ctx
    const messageId = deriveGuestMessageId(threadId, externalRef)
    const known = state.status === 'none' ? [] : state.messages
    if (known.some((message) => message.messageId === messageId)) return accept([])
    if (!facts.isOwnBooking) return refuseBooking
    const attachments = readAttachments(data.body, facts)
    if ('ok' in attachments) return attachments
    const of = { threadId, listingId }
    const guestRef = guest.guestRef
    const opened: ThreadEvent = {
      type: 'ThreadOpened',
      data: { ...of, hostAccountId, guestRef, guestName: guest.displayName, bookingId },
    }
    const unarchived: ThreadEvent = { type: 'ThreadUnarchived', data: { ...of, cause: 'guest_message' } }
    const sentAt = earlier(data.sentAt, now)
    const files = { attachments: [...attachments] }
    const message = {
      ...of,
      messageId,
      guestRef,
      externalRef,
      bookingId,
      sentAt,
      ...files,
      ...mask(data.body, facts),
    }
    const before = state.status === 'none' ? { listingId, messages: [], clock: null } : state
    return accept(
      [
        ...(state.status === 'none' ? [opened] : []),
        { type: 'GuestMessageReceived', data: message },
        ...(state.status === 'archived' ? [unarchived] : []),
        ...followClock(before, [...known, fromGuest(messageId, now)], messageId, ctx),
      ],
      { policies: policiesOf(facts) },
    )
  },
  WriteToGuest: ({ listingId, guest: { guestRef }, bookingId, body }, state, ctx) => {
    const { guestName, isOwnBooking } = ctx.facts
    if (!isOwnBooking || guestName === null) return refuseBooking
    if (guestName === ERASED) return refuseErased
    // The guest may have written in the meantime: there is one thread for a listing and a guest.
    if (state.status !== 'none') return send(body, state, ctx)
    const { id: threadId, tenantId: hostAccountId } = ctx
    return send(body, { listingId, guestRef, messages: [], clock: null }, ctx, [
      {
        type: 'ThreadOpened',
        data: { threadId, listingId, hostAccountId, guestRef, guestName, bookingId },
      },
    ])
  },
  SendMessage: ({ body }, state, ctx) => (state.status === 'none' ? unknownThread : send(body, state, ctx)),
  RetractMessage: ({ messageId }, state, ctx) => {
    if (state.status === 'none') return unknownThread
    const message = state.messages.find((one) => one.messageId === messageId)
    if (message === undefined) return unknownMessage
    if (message.by !== ctx.actor.id)
      return reject('FORBIDDEN', 'Only the person who wrote a message can retract it.')
    if (message.retracted) return accept([])
    const { retractMinutes } = ctx.facts.policy.body
    const until = addMinutes(message.at, retractMinutes)
    if (ctx.now > until || hasStarted(state.deliveries[messageId]))
      return reject('UNDO_EXPIRED', `A message can be retracted within ${retractMinutes} minutes.`, { until })
    return accept([
      { type: 'MessageRetracted', data: { threadId: ctx.id, listingId: state.listingId, messageId } },
      ...followClock(state, retract(state.messages, messageId), messageId, ctx),
    ])
  },
}
