import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import { describe, test } from 'vitest'
import { given, GATEWAY, IMPORTER, NOW, OWNER, SCHEDULER, type Situation } from '../testing/given.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'
import { threadFacts as facts } from './testing/threadFacts.ts'

const of = { threadId: 'thread', listingId: 'listing' }
const ofMessage = { ...of, messageId: 'm1' }
const DUE = addMinutes(NOW, 2)
const LATER = addMinutes(NOW, 5)

const at = (now: string, actor = SCHEDULER): Situation<ThreadFacts> => ({
  id: 'thread',
  tenantId: 'account',
  actor,
  now,
  idFor: () => 'm1',
  facts,
})

const opened: ThreadEvent = {
  type: 'ThreadOpened',
  data: { ...of, hostAccountId: 'account', guestRef: 'g1', guestName: 'Daniel W.', bookingId: null },
}
const sent: ThreadEvent = {
  type: 'MessageSent',
  data: {
    ...ofMessage,
    guestRef: 'g1',
    body: 'There is one.',
    masked: [],
    attachments: [],
    author: 'host',
    by: OWNER.id,
    automated: false,
  },
}
const planned: ThreadEvent = {
  type: 'MessageDeliveryPlanned',
  data: { ...ofMessage, channel: 'gateway', dueAt: DUE },
}
const started: ThreadEvent = {
  type: 'MessageDeliveryStarted',
  data: { ...ofMessage, startedAt: DUE, givenUpAt: addHours(DUE, 24) },
}
const handedOver: ThreadEvent = { type: 'MessageHandedOver', data: ofMessage }
const delivered: ThreadEvent = { type: 'MessageDelivered', data: { ...ofMessage, at: LATER } }
const read: ThreadEvent = { type: 'MessageReadByGuest', data: { ...ofMessage, at: LATER } }
const failed = (reason: OfType<ThreadEvent, 'MessageDeliveryFailed'>['data']['reason']): ThreadEvent => ({
  type: 'MessageDeliveryFailed',
  data: { ...ofMessage, reason },
})

const waiting = [opened, sent, planned] as const
const underWay = [...waiting, started] as const

const start: ThreadCommand = { type: 'StartMessageDelivery', data: { messageId: 'm1' } }
const handOver: ThreadCommand = { type: 'RecordHandOver', data: { messageId: 'm1' } }
const retry: ThreadCommand = { type: 'RetryDelivery', data: { messageId: 'm1' } }
const retract: ThreadCommand = { type: 'RetractMessage', data: { messageId: 'm1' } }
const receipt = (status: 'delivered' | 'read' | 'failed', time = LATER): ThreadCommand => ({
  type: 'RecordReceipt',
  data: { messageId: 'm1', status, at: time, reason: status === 'failed' ? 'unreachable' : null },
})
const giveUp = (startedAt = DUE): ThreadCommand => ({
  type: 'GiveUpDelivery',
  data: { messageId: 'm1', startedAt },
})

describe('a message', () => {
  test('is planned for the end of the time in which it can be retracted', () =>
    given(thread, opened)
      .when({ type: 'SendMessage', data: { body: 'There is one.', attachments: [] } }, at(NOW, OWNER))
      .thenEvents({ type: 'MessageSent' }, planned))
  test('of a former system is not delivered again', () =>
    given(thread, opened)
      .when({ type: 'SendMessage', data: { body: 'There is one.', attachments: [] } }, at(NOW, IMPORTER))
      .thenEvents({ type: 'MessageSent' }))
  test('goes out no earlier than that, and once', () => {
    given(thread, ...waiting)
      .when(start, at(addMinutes(NOW, 1.9)))
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_due', until: DUE })
    given(thread, ...waiting)
      .when(start, at(DUE))
      .thenEvents(started)
    given(thread, ...underWay)
      .when(start, at(LATER))
      .thenNothing()
  })
  test('that was retracted does not go out', () =>
    given(thread, ...waiting, { type: 'MessageRetracted', data: ofMessage })
      .when(start, at(LATER))
      .thenNothing())
  test('can be retracted until its delivery starts', () => {
    given(thread, ...waiting)
      .when(retract, at(DUE, OWNER))
      .thenEvents({ type: 'MessageRetracted' })
    given(thread, ...underWay)
      .when(retract, at(DUE, OWNER))
      .thenRefused('UNDO_EXPIRED')
  })
  test('that the thread doesn’t have is unknown', () => {
    for (const command of [start, handOver, receipt('read'), giveUp(), retry]) {
      given(thread).when(command, at(LATER)).thenRefused('NOT_FOUND')
      given(thread, opened).when(command, at(LATER)).thenRefused('NOT_FOUND')
    }
  })
})

describe('the channel’s answer', () => {
  test('hands the message over, however often it comes', () => {
    given(thread, ...underWay)
      .when(handOver, at(LATER))
      .thenEvents(handedOver)
    given(thread, ...underWay, handedOver)
      .when(handOver, at(LATER))
      .thenNothing()
  })
  test('changes nothing after the channel’s own report', () => {
    for (const reported of [delivered, read, failed('unreachable')])
      given(thread, ...underWay, reported)
        .when(handOver, at(LATER))
        .thenNothing()
  })
  test('that comes after all ends the doubt', () =>
    given(thread, ...underWay, failed('no_answer'))
      .when(handOver, at(LATER))
      .thenEvents(handedOver))
  test('may be that it can’t deliver the message', () => {
    const refuse = { type: 'RecordDeliveryFailure', data: { messageId: 'm1', reason: 'blocked' } } as const
    given(thread, ...underWay)
      .when(refuse, at(LATER))
      .thenEvents(failed('blocked'))
    given(thread, ...underWay, delivered)
      .when(refuse, at(LATER))
      .thenNothing()
  })
})

describe('a receipt', () => {
  test('may come before the answer', () => {
    given(thread, ...underWay)
      .when(receipt('delivered'), at(LATER))
      .thenEvents(delivered)
    given(thread, ...underWay)
      .when(receipt('read'), at(LATER))
      .thenEvents(read)
    given(thread, ...underWay)
      .when(receipt('failed'), at(LATER))
      .thenEvents(failed('unreachable'))
  })
  test('never takes back what the message has reached', () => {
    given(thread, ...underWay, handedOver, read)
      .when(receipt('delivered'), at(LATER))
      .thenNothing()
    for (const reached of [delivered, read])
      given(thread, ...underWay, handedOver, reached)
        .when(receipt('failed'), at(LATER))
        .thenNothing()
  })
  test('that repeats another changes nothing', () => {
    for (const [status, event] of [
      ['delivered', delivered],
      ['read', read],
      ['failed', failed('unreachable')],
    ] as const)
      given(thread, ...underWay, event)
        .when(receipt(status), at(LATER))
        .thenNothing()
  })
  test('of a delivery counts also after a failure', () =>
    given(thread, ...underWay, failed('no_answer'))
      .when(receipt('delivered'), at(LATER))
      .thenEvents(delivered))
  test('cannot be about a message that was never sent', () =>
    given(thread, ...waiting)
      .when(receipt('delivered'), at(LATER))
      .thenRefused('NOT_FOUND'))
  test('is from no later than its arrival', () =>
    given(thread, ...underWay)
      .when(receipt('delivered', addHours(LATER, 3)), at(LATER))
      .thenEvents(delivered))
})

describe('a delivery without an answer', () => {
  const end = addHours(DUE, 24)
  test('fails after 24 hours', () => {
    given(thread, ...underWay)
      .when(giveUp(), at(LATER))
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_due', until: end })
    given(thread, ...underWay)
      .when(giveUp(), at(end))
      .thenEvents(failed('no_answer'))
  })
  test('does not fail once there was one, or it was started again', () => {
    given(thread, ...underWay, handedOver)
      .when(giveUp(), at(end))
      .thenNothing()
    given(thread, ...underWay)
      .when(giveUp(NOW), at(end))
      .thenNothing()
  })
})

describe('trying again', () => {
  const again: ThreadEvent = {
    type: 'MessageDeliveryPlanned',
    data: { ...ofMessage, channel: 'gateway', dueAt: LATER },
  }
  test('sends a message that was not delivered immediately, and once', () => {
    given(thread, ...underWay, failed('unreachable'))
      .when(retry, at(LATER, OWNER))
      .thenEvents(again)
    given(thread, ...underWay, failed('unreachable'), again)
      .when(retry, at(LATER, OWNER))
      .thenNothing()
    given(thread, ...underWay, failed('unreachable'), again)
      .when(start, at(LATER))
      .thenEvents({ type: 'MessageDeliveryStarted', data: { startedAt: LATER } })
  })
  test('does nothing for a message that is under way or delivered', () => {
    for (const history of [waiting, underWay, [...underWay, delivered]])
      given(thread, ...history)
        .when(retry, at(LATER, OWNER))
        .thenNothing()
  })
  test('goes where messages to the guest go now, unless the channel that has no answer may have it', () => {
    const byEmail = { ...at(LATER, OWNER), facts: { ...facts, channel: 'email' as const } }
    given(thread, ...underWay, failed('unreachable'))
      .when(retry, byEmail)
      .thenEvents({ type: 'MessageDeliveryPlanned', data: { ...ofMessage, channel: 'email', dueAt: LATER } })
    given(thread, ...underWay, failed('no_answer'))
      .when(retry, byEmail)
      .thenEvents(again)
  })
  test('is not needed once a late receipt says that the message was delivered', () => {
    given(thread, ...underWay, failed('no_answer'), again)
      .when(receipt('delivered'), at(LATER, GATEWAY))
      .thenEvents(delivered)
    given(thread, ...underWay, failed('no_answer'), again, delivered)
      .when(start, at(LATER))
      .thenNothing()
  })
})
