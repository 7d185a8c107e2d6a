import type { ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import { describe, test } from 'vitest'
import { given, NOW, SCHEDULER, type Situation } from '../testing/given.ts'
import { threadFacts } from './testing/threadFacts.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'

const of = { threadId: 'thread', listingId: 'listing' }
const planned = {
  messageId: 'm1',
  body: 'Hello Ana',
  guestRef: 'g1',
  guestName: 'Ana P.',
  author: 'host',
  by: null,
} as const
const system = (facts: Partial<ThreadFacts> = {}): Situation<ThreadFacts> => ({
  id: 'thread',
  tenantId: 'account',
  actor: SCHEDULER,
  facts: { ...threadFacts, planned, ...facts },
})
const deliver: ThreadCommand = {
  type: 'DeliverPlannedMessage',
  data: { listingId: 'listing', bookingId: 'booking', planId: 'plan' },
}
const opened: ThreadEvent = {
  type: 'ThreadOpened',
  data: { ...of, hostAccountId: 'account', guestRef: 'g1', guestName: 'Ana P.', bookingId: 'booking' },
}
const sent: ThreadEvent = {
  type: 'MessageSent',
  data: {
    ...of,
    messageId: 'm1',
    guestRef: 'g1',
    body: 'Hello Ana',
    masked: [],
    attachments: [],
    author: 'host',
    by: SCHEDULER.id,
    automated: true,
  },
}

const goesOut: ThreadEvent = {
  type: 'MessageDeliveryPlanned',
  data: { ...of, messageId: 'm1', channel: 'gateway', dueAt: NOW },
}

describe('what a host wrote when the stay moved', () => {
  const announce: ThreadCommand = {
    type: 'AnnounceMove',
    data: { listingId: 'listing', bookingId: 'booking', moveId: 'm1' },
  }
  const byHost = planned && { ...planned, by: 'user-1' }
  test('is a message of that person in the conversation about the new home, once', () => {
    if (sent.type !== 'MessageSent') throw new Error('not a message')
    const written: ThreadEvent = { ...sent, data: { ...sent.data, by: 'user-1', automated: false } }
    given(thread)
      .when(announce, system({ planned: byHost }))
      .thenEvents(opened, written, goesOut)
    given(thread, opened, written)
      .when(announce, system({ planned: byHost }))
      .thenNothing()
  })
})

describe('delivering a planned message', () => {
  test('opens the conversation where there is none', () =>
    given(thread).when(deliver, system()).thenEvents(opened, sent, goesOut))
  test('adds it to the conversation, without stopping a clock that runs', () =>
    given(thread, opened, {
      type: 'GuestMessageReceived',
      data: {
        ...of,
        messageId: 'asked',
        guestRef: 'g1',
        body: 'When?',
        masked: [],
        attachments: [],
        externalRef: 'x',
        bookingId: null,
        sentAt: '2026-06-12T13:42:00.000Z',
      },
    })
      .when(deliver, system())
      .thenEvents(sent, goesOut))
  test('adds nothing twice, and nothing that was not sent', () => {
    given(thread, opened, sent).when(deliver, system()).thenNothing()
    given(thread, opened)
      .when(deliver, system({ planned: null }))
      .thenNothing()
  })
})
