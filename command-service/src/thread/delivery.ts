import { addHours, earlier, type Instant } from '@hearth/contracts/kernel/dates'
import { DELIVERY_HOURS, type ThreadEvent } from '@hearth/contracts/thread'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import type { ThreadFacts } from './thread.facts.ts'
import type { KnownDelivery, KnownThread, ThreadState } from './thread.state.ts'
import { unknownMessage, unknownThread, type ThreadDecide } from './threadDecide.ts'

type Delivering =
  | 'StartMessageDelivery'
  | 'RecordHandOver'
  | 'RecordDeliveryFailure'
  | 'RecordReceipt'
  | 'GiveUpDelivery'
  | 'RetryDelivery'

/** What an importer writes was delivered by the former system (docs/domain/thread.md#delivery). */
export const planDelivery = (
  { listingId }: Pick<KnownThread, 'listingId'>,
  messageId: string,
  dueAt: Instant,
  { id: threadId, actor, facts: { channel } }: Pick<Context<ThreadFacts>, 'id' | 'actor' | 'facts'>,
): ThreadEvent[] =>
  actor.role === 'importer'
    ? []
    : [
        {
          type: 'MessageDeliveryPlanned',
          data: { threadId, listingId, messageId, channel, dueAt },
        },
      ]

/** Whether the channel may have the message, or had it. */
export const hasStarted = (delivery: KnownDelivery | undefined): boolean =>
  delivery !== undefined && delivery.startedAt !== null

type Of = Readonly<{ threadId: string; listingId: string; messageId: string }>
type Step<Data> = (
  delivery: KnownDelivery,
  of: Of,
  data: Data,
  now: Instant,
  facts: ThreadFacts,
) => Decision<ThreadEvent> | ThreadEvent | undefined

/** A step of a delivery; what answers undefined changes nothing. */
const stepWith =
  <Data extends Readonly<{ messageId: string }>>(step: Step<Data>) =>
  (
    data: Data,
    state: ThreadState,
    { id: threadId, now, facts }: Context<ThreadFacts>,
  ): Decision<ThreadEvent> => {
    if (state.status === 'none') return unknownThread
    const { messageId } = data
    const delivery = state.deliveries[messageId]
    if (delivery === undefined) return unknownMessage
    const decided = step(delivery, { threadId, listingId: state.listingId, messageId }, data, now, facts)
    return decided !== undefined && 'ok' in decided ? decided : accept(decided === undefined ? [] : [decided])
  }

/** Whether nothing but the guest’s reading can follow. */
const isDelivered = ({ status }: KnownDelivery) => status === 'delivered' || status === 'read'

/**
 * Reports come in any order, late and repeated, and an answer may follow the report of the same message: what a
 * message has reached is never taken back.
 */
export const decideDelivery: Pick<ThreadDecide, Delivering> = {
  StartMessageDelivery: stepWith(({ status, dueAt }, of, _data, now) => {
    if (status !== 'planned') return undefined
    if (now < dueAt)
      return reject('PRECONDITION_FAILED', `This isn’t possible before ${dueAt}.`, {
        rule: 'not_due',
        until: dueAt,
      })
    const data = { ...of, startedAt: now, givenUpAt: addHours(now, DELIVERY_HOURS) }
    return { type: 'MessageDeliveryStarted', data }
  }),
  RecordHandOver: stepWith(({ status, failure }, of) =>
    status === 'started' || failure === 'no_answer' ? { type: 'MessageHandedOver', data: of } : undefined,
  ),
  RecordDeliveryFailure: stepWith(({ status }, of, { reason }) =>
    status === 'started' ? { type: 'MessageDeliveryFailed', data: { ...of, reason } } : undefined,
  ),
  RecordReceipt: stepWith((delivery, of, { status, at, reason }, now) => {
    const { startedAt } = delivery
    // The channel can't know of a message that was never sent.
    if (startedAt === null) return unknownMessage
    const data = { ...of, at: earlier(at, now) }
    if (status === 'read')
      return delivery.status === 'read' ? undefined : { type: 'MessageReadByGuest', data }
    if (status === 'delivered') return isDelivered(delivery) ? undefined : { type: 'MessageDelivered', data }
    return delivery.status === 'started' || delivery.status === 'handed_over'
      ? { type: 'MessageDeliveryFailed', data: { ...of, reason: reason ?? 'rejected' } }
      : undefined
  }),
  GiveUpDelivery: stepWith((delivery, of, { startedAt }, now) => {
    const { status, givenUpAt } = delivery
    if (status !== 'started' || delivery.startedAt !== startedAt || givenUpAt === null) return undefined
    return now < givenUpAt
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${givenUpAt}.`, {
          rule: 'not_due',
          until: givenUpAt,
        })
      : { type: 'MessageDeliveryFailed', data: { ...of, reason: 'no_answer' } }
  }),
  RetryDelivery: stepWith(({ status, channel, failure }, of, _data, now, facts) => {
    if (status !== 'failed') return undefined
    // Without an answer the guest may have the message: only the same channel recognizes it.
    const data = { ...of, channel: failure === 'no_answer' ? channel : facts.channel, dueAt: now }
    return { type: 'MessageDeliveryPlanned', data }
  }),
}
