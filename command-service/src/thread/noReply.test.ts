import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveGuestMessageId, type ThreadCommand, type ThreadEvent } from '@hearth/contracts/thread'
import { describe, expect, test } from 'vitest'
import { GATEWAY, given, NOW, OWNER, type Situation } from '../testing/given.ts'
import { threadFacts as facts } from './testing/threadFacts.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'

const of = { threadId: 'thread', listingId: 'listing' }
const at = (hours: number, actor = OWNER): Situation<ThreadFacts> => ({
  id: 'thread',
  actor,
  now: addHours(NOW, hours),
  idFor: () => 'new',
  facts,
})
const idFrom = (externalRef: string) => deriveGuestMessageId('thread', externalRef)
const received = (externalRef: string): ThreadEvent => ({
  type: 'GuestMessageReceived',
  data: {
    ...of,
    messageId: idFrom(externalRef),
    guestRef: 'g1',
    body: 'Thank you!',
    masked: [],
    attachments: [],
    externalRef,
    bookingId: null,
    sentAt: NOW,
  },
})
const clock = { ...of, startedAt: NOW, dueAt: addHours(NOW, 24) }
const started: ThreadEvent = {
  type: 'ResponseClockStarted',
  data: { ...clock, messageId: idFrom('1'), reminders: [] },
}
const waiting: readonly ThreadEvent[] = [
  {
    type: 'ThreadOpened',
    data: { ...of, hostAccountId: 'account', guestRef: 'g1', guestName: 'Daniel W.', bookingId: null },
  },
  received('1'),
  started,
]
const marked = (externalRef: string): readonly ThreadEvent[] => [
  { type: 'NoReplyNeeded', data: { ...of, upToMessageId: idFrom(externalRef) } },
  {
    type: 'ResponseClockStopped',
    data: { ...clock, messageId: idFrom(externalRef), by: 'no_reply_needed', elapsedS: 3_600, onTime: true },
  },
]
const mark = (externalRef: string): ThreadCommand => ({
  type: 'MarkNoReplyNeeded',
  data: { upToMessageId: idFrom(externalRef) },
})
const require = (externalRef: string): ThreadCommand => ({
  type: 'RequireReply',
  data: { upToMessageId: idFrom(externalRef) },
})

describe('a message that needs no reply', () => {
  test('stops the clock with that reason, which can be undone', () =>
    expect(
      given(thread, ...waiting)
        .when(mark('1'), at(1))
        .thenEvents(...marked('1')),
    ).toMatchObject({ undo: { command: 'RequireReply', expiresAt: null } }))
  test('lets what the guest wrote later wait on, since then', () =>
    given(thread, ...waiting, received('2'))
      .when(mark('1'), at(1))
      .thenEvents(
        { type: 'NoReplyNeeded', data: { upToMessageId: idFrom('1') } },
        { type: 'ResponseClockStarted', data: { messageId: idFrom('2') } },
      ))
  test('starts a clock when the guest writes again', () =>
    given(thread, ...waiting, ...marked('1'))
      .when(
        {
          type: 'ReceiveGuestMessage',
          data: {
            listingId: 'listing',
            guest: { guestRef: 'g1', displayName: 'Daniel W.' },
            bookingId: null,
            messageId: '2',
            body: 'And is there a cot?',
            attachments: [],
            sentAt: NOW,
          },
        },
        at(2, GATEWAY),
      )
      .thenEvents(
        { type: 'GuestMessageReceived' },
        { type: 'ResponseClockStarted', data: { messageId: idFrom('2'), startedAt: addHours(NOW, 2) } },
      ))
  test('is marked once, and only where one waits', () => {
    given(thread, ...waiting, ...marked('1'))
      .when(mark('1'), at(1))
      .thenNothing()
    given(thread, ...waiting)
      .when(mark('9'), at(1))
      .thenRefused('NOT_FOUND')
    given(thread).when(mark('1'), at(1)).thenRefused('NOT_FOUND')
  })
})

describe('undoing it', () => {
  test('lets the clock run on from its first start', () =>
    given(thread, ...waiting, ...marked('1'))
      .when(require('1'), at(3))
      .thenEvents(
        { type: 'ReplyNeeded', data: { upToMessageId: idFrom('1') } },
        { type: 'ResponseClockStarted', data: { messageId: idFrom('1'), startedAt: NOW } },
      ))
  test('keeps what was marked before', () =>
    given(thread, ...waiting, ...marked('1'), received('2'), ...marked('2'))
      .when(require('2'), at(3))
      .thenEvents(
        { type: 'ReplyNeeded' },
        { type: 'ResponseClockStarted', data: { messageId: idFrom('2') } },
      ))
  test('starts no clock once the host has answered', () => {
    const answer: ThreadEvent = {
      type: 'MessageSent',
      data: {
        ...of,
        messageId: 'answer',
        guestRef: 'g1',
        body: 'You are welcome.',
        masked: [],
        attachments: [],
        author: 'host',
        by: OWNER.id,
        automated: false,
      },
    }
    given(thread, ...waiting, ...marked('1'), answer)
      .when(require('1'), at(3))
      .thenEvents({ type: 'ReplyNeeded' })
  })
  test('does nothing for what is not marked', () => {
    given(thread, ...waiting)
      .when(require('1'), at(1))
      .thenNothing()
    given(thread).when(require('1'), at(1)).thenRefused('NOT_FOUND')
  })
})
