import type { ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import { describe, test } from 'vitest'
import { given, SCHEDULER, type Situation } from '../testing/given.ts'
import type { ThreadFacts } from './thread.facts.ts'
import { thread } from './thread.decider.ts'
import { threadFacts } from './testing/threadFacts.ts'

const of = { threadId: 'thread', listingId: 'listing', requestId: 'offer', bookingId: 'booking' }
const situation: Situation<ThreadFacts> = {
  id: 'thread',
  tenantId: 'account',
  actor: SCHEDULER,
  facts: threadFacts,
}
const offer: ThreadCommand = {
  type: 'RecordHostOffer',
  data: {
    listingId: 'listing',
    guest: { guestRef: 'g1', displayName: 'Ana P.' },
    requestId: 'offer',
    bookingId: 'booking',
    by: 'user-1',
  },
}
const end = (outcome: 'accepted' | 'declined'): ThreadCommand => ({
  type: 'RecordHostOfferOutcome',
  data: { requestId: 'offer', bookingId: 'booking', outcome },
})
const opened: ThreadEvent = {
  type: 'ThreadOpened',
  data: {
    threadId: 'thread',
    listingId: 'listing',
    hostAccountId: 'account',
    guestRef: 'g1',
    guestName: 'Ana P.',
    bookingId: 'booking',
  },
}
const made: ThreadEvent = { type: 'HostOfferMade', data: { ...of, by: 'user-1' } }
const accepted: ThreadEvent = { type: 'HostOfferEnded', data: { ...of, outcome: 'accepted' } }

describe('an offer that a host begins', () => {
  test('is a line of the conversation, which it opens where there is none', () => {
    given(thread).when(offer, situation).thenEvents(opened, made)
    given(thread, opened).when(offer, situation).thenEvents(made)
    given(thread, opened, made).when(offer, situation).thenNothing()
    given(thread, opened, made, accepted).when(offer, situation).thenNothing()
  })
  test('ends once, and only where it is known', () => {
    given(thread, opened, made).when(end('accepted'), situation).thenEvents(accepted)
    given(thread, opened, made, accepted).when(end('declined'), situation).thenNothing()
    given(thread, opened).when(end('accepted'), situation).thenNothing()
    given(thread).when(end('accepted'), situation).thenNothing()
  })
})
