import { addHours } from '@hearth/contracts/kernel/dates'
import type { GuestRequestOutcome, ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import { describe, test } from 'vitest'
import { given, NOW, SCHEDULER, type Situation } from '../testing/given.ts'
import { threadFacts as facts } from './testing/threadFacts.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'

const of = { threadId: 'thread', listingId: 'listing' }
const at = (hours: number): Situation<ThreadFacts> => ({
  id: 'thread',
  tenantId: 'account',
  actor: SCHEDULER,
  now: addHours(NOW, hours),
  facts,
})
const ask: ThreadCommand = {
  type: 'RecordGuestRequest',
  data: {
    listingId: 'listing',
    guest: { guestRef: 'g1', displayName: 'Daniel W.' },
    requestId: 'request',
    bookingId: null,
  },
}
const end = (outcome: GuestRequestOutcome, by: string | null = null): ThreadCommand => ({
  type: 'RecordGuestRequestOutcome',
  data: { requestId: 'request', bookingId: null, outcome, by },
})

const clock = { ...of, messageId: 'request', startedAt: NOW, dueAt: addHours(NOW, 24) }
const opened: readonly ThreadEvent[] = [
  {
    type: 'ThreadOpened',
    data: { ...of, hostAccountId: 'account', guestRef: 'g1', guestName: 'Daniel W.', bookingId: null },
  },
  { type: 'GuestRequestReceived', data: { ...of, requestId: 'request', bookingId: null } },
  { type: 'ResponseClockStarted', data: { ...clock, reminders: [] } },
]
const ended = (outcome: GuestRequestOutcome, by: string | null = null): ThreadEvent => ({
  type: 'GuestRequestEnded',
  data: { ...of, requestId: 'request', bookingId: null, outcome, by },
})

describe('a request to book', () => {
  test('opens the conversation and starts its clock, once', () => {
    given(thread)
      .when(ask, at(0))
      .thenEvents(...opened)
    given(thread, ...opened)
      .when(ask, at(1))
      .thenNothing()
  })

  test('returns an archived conversation to the inbox', () => {
    given(thread, ...opened.slice(0, 1), { type: 'ThreadArchived', data: of })
      .when(ask, at(0))
      .thenEvents(
        { type: 'GuestRequestReceived' },
        { type: 'ThreadUnarchived', data: { cause: 'guest_request' } },
        { type: 'ResponseClockStarted', data: clock },
      )
  })

  test.for(['accepted', 'declined'] as const)('stops the clock when it is %s', (outcome) => {
    given(thread, ...opened)
      .when(end(outcome, 'ada'), at(2))
      .thenEvents(ended(outcome, 'ada'), {
        type: 'ResponseClockStopped',
        data: { ...clock, by: `request_${outcome}`, elapsedS: 7_200, onTime: true },
      })
  })

  test.for(['expired', 'withdrawn', 'superseded'] as const)('waits no longer once it is %s', (outcome) => {
    given(thread, ...opened)
      .when(end(outcome), at(24))
      .thenEvents(ended(outcome), {
        type: 'ResponseClockStopped',
        data: { ...clock, by: 'request_ended', elapsedS: 86_400, onTime: true },
      })
  })

  test('ends once, and not in a conversation that doesn’t know it', () => {
    given(thread, ...opened, ended('expired'))
      .when(end('accepted', 'ada'), at(25))
      .thenNothing()
    given(thread, ...opened.slice(0, 1))
      .when(end('accepted', 'ada'), at(1))
      .thenNothing()
  })
})
