import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { GuestReview, HostReview, ReviewEvent } from '@hearth/contracts/review'
import { bookingFold } from '../../booking/booking.state.ts'
import type { ReviewFacts } from '../review.facts.ts'

export const OPENS_AT = '2026-07-15T15:00:00.000Z'
export const CLOSES_AT = '2026-07-29T15:00:00.000Z'

export const hostReview: HostReview = {
  cleanliness: 5,
  communication: 4,
  houseRules: 5,
  wouldHostAgain: true,
  publicText: 'Paula left the loft tidy.',
  privateText: '',
}
export const guestReview: GuestReview = {
  overall: 2,
  cleanliness: 5,
  accuracy: 5,
  checkIn: 5,
  communication: 1,
  location: 5,
  value: 2,
  publicText: 'Nice loft, but we felt treated like thieves.',
  privateText: 'Drop the claim and I change my mind.',
}

export const reviewFacts: ReviewFacts = {
  policy: FIRST_POLICIES.review,
  booking: bookingFold.initial,
  sealed: 'sealed',
  hostReview: null,
  guestReview: null,
  unknown: [],
  hasHandled: false,
}

const of = { bookingId: 'booking', listingId: 'listing' }
const ofGuest = { ...of, guestRef: 'g1' }

/** What happens to a pair, in the order in which it can happen. */
export const happened = {
  opened: {
    type: 'ReviewWindowOpened',
    data: {
      ...ofGuest,
      hostAccountId: 'account',
      guestName: 'Paula V.',
      checkIn: '2026-07-12',
      checkOut: '2026-07-15',
      timezone: 'America/New_York',
      opensAt: OPENS_AT,
      closesAt: CLOSES_AT,
      reminders: [
        { day: 1, at: '2026-07-16T15:00:00.000Z' },
        { day: 7, at: '2026-07-22T15:00:00.000Z' },
      ],
    },
  },
  byHost: { type: 'HostReviewSubmitted', data: { ...ofGuest, sealedReview: 'of the host' } },
  byGuest: { type: 'GuestReviewReceived', data: { ...ofGuest, sealedReview: 'of the guest' } },
  revealed: {
    type: 'ReviewsRevealed',
    data: { ...ofGuest, cause: 'both', hostReview, guestReview, replyUntil: '2026-08-19T15:00:00.000Z' },
  },
  replied: {
    type: 'ReviewReplied',
    data: { ...ofGuest, text: 'We are sorry.', by: 'owner', editableUntil: '2026-07-21T15:00:00.000Z' },
  },
  disputed: {
    type: 'ReviewDisputed',
    data: {
      ...ofGuest,
      ground: 'extortion',
      explanation: '',
      evidence: [{ kind: 'private_text' }],
      by: 'owner',
    },
  },
  kept: {
    type: 'ReviewDisputeDecided',
    data: { ...ofGuest, decision: 'uphold', reason: 'It is about the stay itself.', by: 'admin' },
  },
  removed: { type: 'ReviewRemoved', data: { ...of, side: 'guest' } },
  erased: { type: 'ReviewGuestErased', data: { ...ofGuest, erasureId: 'erasure' } },
  ended: { type: 'ReviewWindowClosed', data: of },
} as const satisfies Readonly<Record<string, ReviewEvent>>
