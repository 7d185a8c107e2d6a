import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ReviewEvent, ReviewSide } from '@hearth/contracts/review'
import type { Fold } from '../runtime/decider.ts'

export type KnownReview = Readonly<{
  status: 'open' | 'revealed' | 'closed' | 'void'
  listingId: string
  hostAccountId: string
  guestRef: string
  opensAt: Instant
  closesAt: Instant
  /** The reminders to come. */
  reminders: readonly Readonly<{ day: number; at: Instant }>[]
  /** What each side wrote, encrypted with the key of the pair; null until it writes. */
  sealed: Readonly<Record<ReviewSide, string | null>>
  /** What was revealed of the guest’s review. */
  guestReview: 'none' | 'without_private_text' | 'with_private_text' | 'removed'
  /** Until when the host can reply; null before, and without a review to reply to. */
  replyUntil: Instant | null
  reply: Readonly<{ text: string; editableUntil: Instant }> | null
  dispute: 'none' | 'waiting' | 'decided'
  lastErasureId: string | null
}>
export type ReviewState = Readonly<{ status: 'none' }> | KnownReview

const change = (state: ReviewState, part: Partial<KnownReview>): ReviewState =>
  state.status === 'none' ? state : { ...state, ...part }

const seal = (state: ReviewState, side: ReviewSide, sealedReview: string): ReviewState =>
  state.status === 'none' ? state : { ...state, sealed: { ...state.sealed, [side]: sealedReview } }

export const reviewFold: Fold<ReviewState, ReviewEvent> = {
  category: 'review',
  initial: { status: 'none' },
  evolve: {
    ReviewWindowOpened: (_state, data) => {
      const { listingId, hostAccountId, guestRef, opensAt, closesAt, reminders } = data
      return {
        status: 'open',
        listingId,
        hostAccountId,
        guestRef,
        opensAt,
        closesAt,
        reminders,
        sealed: { host: null, guest: null },
        guestReview: 'none',
        replyUntil: null,
        reply: null,
        dispute: 'none',
        lastErasureId: null,
      }
    },
    HostReviewSubmitted: (state, { sealedReview }) => seal(state, 'host', sealedReview),
    HostReviewEdited: (state, { sealedReview }) => seal(state, 'host', sealedReview),
    GuestReviewReceived: (state, { sealedReview }) => seal(state, 'guest', sealedReview),
    ReviewReminderDue: (state, { day }) =>
      state.status === 'none'
        ? state
        : { ...state, reminders: state.reminders.filter((reminder) => reminder.day !== day) },
    ReviewsRevealed: (state, { guestReview, replyUntil }) =>
      change(state, {
        status: 'revealed',
        replyUntil,
        guestReview:
          guestReview === null
            ? 'none'
            : guestReview.privateText === ''
              ? 'without_private_text'
              : 'with_private_text',
      }),
    ReviewWindowClosed: (state) => change(state, { status: 'closed' }),
    ReviewReplied: (state, { text, editableUntil }) => change(state, { reply: { text, editableUntil } }),
    ReviewReplyEdited: (state, { text }) =>
      state.status === 'none' ? state : { ...state, reply: state.reply && { ...state.reply, text } },
    ReviewDisputed: (state) => change(state, { dispute: 'waiting' }),
    ReviewDisputeDecided: (state) => change(state, { dispute: 'decided' }),
    ReviewRemoved: (state, { side }) =>
      side === 'guest' ? change(state, { guestReview: 'removed' }) : state,
    ReviewGuestErased: (state, { erasureId }) =>
      state.status === 'none'
        ? state
        : {
            ...state,
            status: state.status === 'open' ? 'void' : state.status,
            sealed: { host: null, guest: null },
            lastErasureId: erasureId,
          },
  },
}
