import { confirmedStay } from '@hearth/contracts/testing'
import type { ReviewCommand, ReviewEvent } from '@hearth/contracts/review'
import { describe, expect, test } from 'vitest'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import {
  ADMIN,
  GATEWAY,
  given,
  IMPORTER,
  OWNER,
  SCHEDULER,
  stateAfter,
  type Situation,
} from '../testing/given.ts'
import { review } from './review.decider.ts'
import type { ReviewFacts } from './review.facts.ts'
import { CLOSES_AT, guestReview, happened, hostReview, OPENS_AT, reviewFacts } from './testing/reviewFacts.ts'

const { opened, byHost, byGuest, revealed, replied, disputed, kept, removed, erased, ended } = happened
const DURING = '2026-07-20T15:00:00.000Z'
const LAST_MOMENT = '2026-07-29T14:59:59.999Z'

const at = (now: string, facts: Partial<ReviewFacts> = {}, actor = OWNER): Situation<ReviewFacts> => ({
  id: 'booking',
  actor,
  now,
  facts: { ...reviewFacts, ...facts },
})
const submit: ReviewCommand = { type: 'SubmitHostReview', data: hostReview }
const receive: ReviewCommand = { type: 'ReceiveGuestReview', data: guestReview }
const edit: ReviewCommand = { type: 'EditHostReview', data: hostReview }
const reveal: ReviewCommand = { type: 'RevealReviews', data: {} }
const reply: ReviewCommand = { type: 'ReplyToReview', data: { text: 'We are sorry.' } }
const dispute: ReviewCommand = {
  type: 'DisputeReview',
  data: { ground: 'extortion', explanation: '', evidence: [{ kind: 'private_text' }] },
}
const decide = (decision: 'uphold' | 'remove'): ReviewCommand => ({
  type: 'DecideDispute',
  data: { decision, reason: 'The guest demanded money for another review.' },
})

describe('opening the reviews of a stay', () => {
  const stay = confirmedStay()
  const { checkInInstant, checkOutInstant } = stay.snapshot
  const { bookingId, listingId, hostAccountId } = stay
  const open: ReviewCommand = { type: 'OpenReviewWindow', data: { bookingId, listingId, hostAccountId } }
  const bookingIn = (status: KnownBooking['status']) => {
    const confirmed = stateAfter({ ...bookingFold, decide: {} }, [{ type: 'BookingConfirmed', data: stay }])
    return { ...(confirmed as KnownBooking), status }
  }
  const opening = (status: KnownBooking['status'], now: string) => ({
    ...at(now, { booking: bookingIn(status) }, SCHEDULER),
    recordedAt: now,
  })

  test('takes exactly 14 times 24 hours from check-out, with reminders after 1, 7 and 13 days', () => {
    given(review)
      .when(open, opening('checked_out', checkOutInstant))
      .thenEvents({
        type: 'ReviewWindowOpened',
        data: {
          opensAt: checkOutInstant,
          closesAt: new Date(Date.parse(checkOutInstant) + 14 * 86_400_000).toISOString(),
          reminders: [{ day: 1 }, { day: 7 }, { day: 13 }],
        },
      })
  })
  test('also for a stay that is cancelled from the day of check-in on, and for none before', () => {
    given(review)
      .when(open, opening('cancelled', checkInInstant))
      .thenEvents({ type: 'ReviewWindowOpened', data: { opensAt: checkInInstant } })
    const before = new Date(Date.parse(checkInInstant) - 86_400_000).toISOString()
    given(review).when(open, opening('cancelled', before)).thenNothing()
    given(review).when(open, opening('no_show', checkOutInstant)).thenNothing()
  })
  test('happens once', () =>
    given(review, opened).when(open, opening('checked_out', checkOutInstant)).thenNothing())
  test('leaves a stay that was long over when it was recorded to the importer', () => {
    const late = { ...opening('completed', checkOutInstant), recordedAt: '2030-01-01T00:00:00.000Z' }
    given(review).when(open, late).thenNothing()
    given(review)
      .when(open, { ...late, actor: IMPORTER })
      .thenEvents({ type: 'ReviewWindowOpened' })
  })
  test('needs a booking of the listing', () =>
    given(review)
      .when(
        { type: 'OpenReviewWindow', data: { bookingId, listingId: 'other', hostAccountId } },
        opening('checked_out', checkOutInstant),
      )
      .thenRefused('NOT_FOUND'))
})

describe('the first of two reviews', () => {
  test('is sealed, by the host or by the guest', () => {
    given(review, opened)
      .when(submit, at(DURING))
      .thenEvents({ type: 'HostReviewSubmitted', data: { sealedReview: 'sealed', guestRef: 'g1' } })
    given(review, opened)
      .when(receive, at(DURING, {}, GATEWAY))
      .thenEvents({ type: 'GuestReviewReceived', data: { sealedReview: 'sealed' } })
  })
  test('is accepted in the last millisecond, and refused in the next', () => {
    for (const [command, actor, type] of [
      [submit, OWNER, 'HostReviewSubmitted'],
      [receive, GATEWAY, 'GuestReviewReceived'],
    ] as const) {
      given(review, opened)
        .when(command, at(LAST_MOMENT, {}, actor))
        .thenEvents({ type })
      given(review, opened)
        .when(command, at(CLOSES_AT, {}, actor))
        .thenRefused('WINDOW_CLOSED', { closedAt: CLOSES_AT, rule: 'review_window' })
    }
  })
  test('is written once by each side', () => {
    given(review, opened, byHost).when(submit, at(DURING)).thenRefused('DUPLICATE')
    given(review, opened, byGuest)
      .when(receive, at(DURING, {}, GATEWAY))
      .thenRefused('DUPLICATE')
  })
  test('needs a stay whose reviews are open', () => {
    given(review).when(submit, at(DURING)).thenRefused('NOT_FOUND')
    given(review, opened, erased).when(submit, at(DURING)).thenRefused('INVALID_TRANSITION')
    given(review, opened, byHost, byGuest, revealed, erased)
      .when(submit, at(DURING))
      .thenRefused('INVALID_TRANSITION')
  })
})

describe('the second of two reviews', () => {
  test('reveals both in the same step', () => {
    given(review, opened, byGuest)
      .when(submit, at(DURING, { guestReview }))
      .thenEvents(
        { type: 'HostReviewSubmitted' },
        {
          type: 'ReviewsRevealed',
          data: { cause: 'both', hostReview, guestReview, replyUntil: '2026-08-19T15:00:00.000Z' },
        },
      )
    given(review, opened, byHost)
      .when(receive, at(DURING, { hostReview }, GATEWAY))
      .thenEvents(
        { type: 'GuestReviewReceived' },
        { type: 'ReviewsRevealed', data: { cause: 'both', hostReview, guestReview } },
      )
  })
})

describe('a sealed review of the host', () => {
  test('can be changed until the guest writes', () => {
    given(review, opened, byHost)
      .when(edit, at(DURING, { hostReview: { ...hostReview, houseRules: 1 } }))
      .thenEvents({ type: 'HostReviewEdited', data: { sealedReview: 'sealed' } })
    given(review, opened, byHost, byGuest, revealed).when(edit, at(DURING)).thenRefused('INVALID_TRANSITION')
    given(review, opened, byHost).when(edit, at(CLOSES_AT)).thenRefused('WINDOW_CLOSED')
    given(review, opened).when(edit, at(DURING)).thenRefused('INVALID_TRANSITION')
  })
  test('stays as it is when nothing changes', () =>
    given(review, opened, byHost).when(edit, at(DURING, { hostReview })).thenNothing())
})

describe('the end of the time', () => {
  const byClock = (now: string, facts: Partial<ReviewFacts> = {}) => at(now, facts, SCHEDULER)
  test('reveals what one side wrote', () => {
    given(review, opened, byGuest)
      .when(reveal, byClock(CLOSES_AT, { guestReview }))
      .thenEvents({
        type: 'ReviewsRevealed',
        data: { cause: 'window_end', hostReview: null, guestReview, replyUntil: '2026-08-28T15:00:00.000Z' },
      })
    given(review, opened, byHost)
      .when(reveal, byClock(CLOSES_AT, { hostReview }))
      .thenEvents({ type: 'ReviewsRevealed', data: { guestReview: null, replyUntil: null } })
  })
  test('closes a pair that neither side wrote', () =>
    given(review, opened).when(reveal, byClock(CLOSES_AT)).thenEvents({ type: 'ReviewWindowClosed' }))
  test('does not come early, and not twice', () => {
    given(review, opened, byGuest)
      .when(reveal, byClock(LAST_MOMENT, { guestReview }))
      .thenRefused('PRECONDITION_FAILED', { until: CLOSES_AT })
    given(review, opened, byHost, byGuest, revealed).when(reveal, byClock(CLOSES_AT)).thenNothing()
    given(review, opened, ended).when(reveal, byClock(CLOSES_AT)).thenNothing()
  })
})

describe('a reminder', () => {
  const remind = (day: number): ReviewCommand => ({ type: 'RemindOfReview', data: { day } })
  const due = '2026-07-22T15:00:00.000Z'
  test('is due on its day, while the host has not written', () => {
    given(review, opened)
      .when(remind(7), at(due, {}, SCHEDULER))
      .thenEvents({ type: 'ReviewReminderDue', data: { day: 7, closesAt: CLOSES_AT } })
    given(review, opened, byGuest)
      .when(remind(7), at(due, {}, SCHEDULER))
      .thenEvents({ type: 'ReviewReminderDue' })
    given(review, opened, byHost)
      .when(remind(7), at(due, {}, SCHEDULER))
      .thenNothing()
    given(review, opened)
      .when(remind(7), at(OPENS_AT, {}, SCHEDULER))
      .thenRefused('PRECONDITION_FAILED')
  })
  test('is sent once', () => {
    const sent: ReviewEvent = {
      type: 'ReviewReminderDue',
      data: { bookingId: 'booking', listingId: 'listing', day: 7, closesAt: CLOSES_AT },
    }
    given(review, opened, sent)
      .when(remind(7), at(due, {}, SCHEDULER))
      .thenNothing()
    given(review, opened)
      .when(remind(2), at(due, {}, SCHEDULER))
      .thenNothing()
  })
})

const both = [opened, byHost, byGuest, revealed] as const

describe('a reply', () => {
  test('is possible for 30 days, once', () => {
    given(review, ...both)
      .when(reply, at(DURING))
      .thenEvents({
        type: 'ReviewReplied',
        data: { text: 'We are sorry.', editableUntil: '2026-07-21T15:00:00.000Z' },
      })
    given(review, ...both)
      .when(reply, at('2026-08-19T14:59:59.999Z'))
      .thenEvents({ type: 'ReviewReplied' })
    given(review, ...both)
      .when(reply, at('2026-08-19T15:00:00.000Z'))
      .thenRefused('WINDOW_CLOSED', { rule: 'reply_window' })
    given(review, ...both, replied)
      .when(reply, at(DURING))
      .thenRefused('DUPLICATE')
  })
  test('can be changed for 24 hours', () => {
    const change = (text: string): ReviewCommand => ({ type: 'EditReviewReply', data: { text } })
    given(review, ...both, replied)
      .when(change('We are very sorry.'), at('2026-07-21T14:59:59.999Z'))
      .thenEvents({ type: 'ReviewReplyEdited', data: { text: 'We are very sorry.' } })
    given(review, ...both, replied)
      .when(change('We are sorry.'), at(DURING))
      .thenNothing()
    given(review, ...both, replied)
      .when(change('Late.'), at('2026-07-21T15:00:00.000Z'))
      .thenRefused('WINDOW_CLOSED', { rule: 'reply_edit' })
    given(review, ...both)
      .when(change('None.'), at(DURING))
      .thenRefused('INVALID_TRANSITION')
  })
  test('needs a revealed review of the guest', () => {
    given(review, opened, byGuest).when(reply, at(DURING)).thenRefused('INVALID_TRANSITION')
    given(review, ...both, disputed, kept, removed)
      .when(reply, at(DURING))
      .thenRefused('INVALID_TRANSITION')
    const alone = { ...revealed, data: { ...revealed.data, guestReview: null, replyUntil: null } }
    given(review, opened, byHost, alone).when(reply, at(DURING)).thenRefused('INVALID_TRANSITION')
  })
})

describe('a dispute', () => {
  test('needs a revealed review, and evidence that exists', () => {
    given(review, ...both)
      .when(dispute, at(DURING))
      .thenEvents({ type: 'ReviewDisputed', data: { ground: 'extortion', by: 'owner' } })
    given(review, opened, byGuest).when(dispute, at(DURING)).thenRefused('INVALID_TRANSITION')
    given(review, ...both)
      .when(dispute, at(DURING, { unknown: [{ pointer: '/evidence/0/fileId', detail: 'isn’t a file' }] }))
      .thenRefused('VALIDATION_FAILED')
    const silent = {
      ...revealed,
      data: { ...revealed.data, guestReview: { ...guestReview, privateText: '' } },
    }
    given(review, opened, byHost, byGuest, silent)
      .when(dispute, at(DURING))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/evidence/0' }] })
  })
  test('is opened once', () => {
    given(review, ...both, disputed)
      .when(dispute, at(DURING))
      .thenRefused('DUPLICATE')
    given(review, ...both, disputed, kept)
      .when(dispute, at(DURING))
      .thenRefused('ALREADY_DECIDED')
  })
  test('is decided once, by a person who has not worked for the account', () => {
    given(review, ...both, disputed)
      .when(decide('uphold'), at(DURING, {}, ADMIN))
      .thenEvents({ type: 'ReviewDisputeDecided', data: { decision: 'uphold', by: 'admin' } })
    given(review, ...both, disputed)
      .when(decide('remove'), at(DURING, {}, ADMIN))
      .thenEvents({ type: 'ReviewDisputeDecided' }, { type: 'ReviewRemoved', data: { side: 'guest' } })
    given(review, ...both, disputed)
      .when(decide('remove'), at(DURING, { hasHandled: true }, ADMIN))
      .thenRefused('FOUR_EYES_SAME_ACTOR')
    given(review, ...both, disputed, kept)
      .when(decide('remove'), at(DURING, {}, ADMIN))
      .thenRefused('ALREADY_DECIDED')
    given(review, ...both)
      .when(decide('remove'), at(DURING, {}, ADMIN))
      .thenRefused('INVALID_TRANSITION')
  })
})

describe('the erasure of a guest', () => {
  const erase: ReviewCommand = { type: 'EraseReviewGuest', data: { erasureId: 'erasure' } }
  test('ends an open pair, so that nothing is revealed later', () => {
    given(review, opened, byGuest).when(erase, at(DURING)).thenEvents({ type: 'ReviewGuestErased' })
    given(review, opened, byGuest, erased)
      .when(reveal, at(CLOSES_AT, {}, SCHEDULER))
      .thenNothing()
    expect(stateAfter(review, [opened, byGuest, erased])).toMatchObject({ sealed: { guest: null } })
  })
  test('is recorded once', () => given(review, opened, erased).when(erase, at(DURING)).thenNothing())
})
