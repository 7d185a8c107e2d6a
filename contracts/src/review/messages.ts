import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import {
  MAX_REVIEW_TEXT,
  REVIEW_SIDES,
  zGuestReview,
  zHostReview,
  zNewGuestReview,
  zNewHostReview,
} from './content.ts'
import { DISPUTE_DECISIONS, DISPUTE_GROUNDS, zEvidence } from './dispute.ts'

const of = { bookingId: z.string(), listingId: z.string() }
/** What a guest’s key seals. */
const ofGuest = { ...of, guestRef: z.string() }
/** A side that is not revealed: its review, encrypted with the key of the pair. */
const sealed = { ...ofGuest, sealedReview: z.string() }
const sealedOnce = { version: 1, schema: z.strictObject(sealed), personal: { sealedReview: 'guestRef' } }
const replied = { ...ofGuest, text: z.string(), by: z.string() }

const on = (verb: string) => ({ collection: 'reviews', verb }) as const
const byHost = { capability: 'review.write', ifMatch: 'none' } as const
const byClock = { capability: 'review.clock', ifMatch: 'none' } as const
const text = zText(1, MAX_REVIEW_TEXT)

/** The reviews that the two sides of a stay write of each other; it has the booking’s id (docs/domain/review.md). */
export const review = defineAggregate({
  category: 'review',
  identify: (_tenantId, _type, { bookingId }) => String(bookingId),
  events: {
    ReviewWindowOpened: {
      version: 1,
      schema: z.strictObject({
        ...ofGuest,
        hostAccountId: z.string(),
        guestName: z.string(),
        checkIn: zLocalDate,
        checkOut: zLocalDate,
        timezone: z.string(),
        opensAt: zInstant,
        /** The first instant at which nothing can be written any more. */
        closesAt: zInstant,
        /** When the host is reminded to write, and after how many days that is. */
        reminders: z.array(z.strictObject({ day: z.int(), at: zInstant })),
      }),
      personal: { guestName: 'guestRef' },
    },
    HostReviewSubmitted: sealedOnce,
    HostReviewEdited: sealedOnce,
    GuestReviewReceived: sealedOnce,
    ReviewReminderDue: { version: 1, schema: z.strictObject({ ...of, day: z.int(), closesAt: zInstant }) },
    /** Releases both sides to everyone who may read them. A side that did not write is null. */
    ReviewsRevealed: {
      version: 1,
      schema: z.strictObject({
        ...ofGuest,
        cause: z.enum(['both', 'window_end']),
        hostReview: zHostReview.nullable(),
        guestReview: zGuestReview.nullable(),
        /** Until when the host can reply; null without a review to reply to. */
        replyUntil: zInstant.nullable(),
      }),
      personal: {
        'hostReview.publicText': 'guestRef',
        'hostReview.privateText': 'guestRef',
        'guestReview.publicText': 'guestRef',
        'guestReview.privateText': 'guestRef',
      },
    },
    /** The time is over, and neither side wrote. */
    ReviewWindowClosed: { version: 1, schema: z.strictObject(of) },
    ReviewReplied: {
      version: 1,
      schema: z.strictObject({ ...replied, editableUntil: zInstant }),
      personal: { text: 'guestRef' },
    },
    ReviewReplyEdited: { version: 1, schema: z.strictObject(replied), personal: { text: 'guestRef' } },
    ReviewDisputed: {
      version: 1,
      schema: z.strictObject({
        ...ofGuest,
        ground: z.enum(DISPUTE_GROUNDS),
        explanation: z.string(),
        evidence: z.array(zEvidence),
        by: z.string(),
      }),
      personal: { explanation: 'guestRef' },
    },
    ReviewDisputeDecided: {
      version: 1,
      schema: z.strictObject({
        ...ofGuest,
        decision: z.enum(DISPUTE_DECISIONS),
        reason: z.string(),
        by: z.string(),
      }),
      personal: { reason: 'guestRef' },
    },
    /** That side’s review is shown no longer, and counts in no rating. */
    ReviewRemoved: { version: 1, schema: z.strictObject({ ...of, side: z.enum(REVIEW_SIDES) }) },
    /** The guest’s key is gone: names and texts read as erased, and a pair that was not revealed ends. */
    ReviewGuestErased: {
      version: 1,
      schema: z.strictObject({ ...ofGuest, erasureId: z.string() }),
    },
  },
  commands: {
    /** At check-out, and when a stay is cancelled from the day of check-in on. */
    OpenReviewWindow: {
      ...byClock,
      schema: z.strictObject({ hostAccountId: zId, listingId: zId, bookingId: zId }),
      stream: { by: 'creation', account: { field: 'hostAccountId' }, listing: { field: 'listingId' } },
      route: { collection: 'reviews' },
    },
    SubmitHostReview: { ...byHost, schema: zNewHostReview, route: on('submit') },
    /** Until the guest has written, or the time is over. */
    EditHostReview: { ...byHost, schema: zNewHostReview, route: on('edit') },
    ReceiveGuestReview: {
      schema: zNewGuestReview,
      route: on('receive-guest-review'),
      capability: 'review.receive',
      ifMatch: 'none',
    },
    RemindOfReview: { ...byClock, schema: z.strictObject({ day: z.int().min(1) }) },
    /** When the time is over. The second of two reviews reveals both by itself. */
    RevealReviews: { ...byClock, schema: z.strictObject({}), route: on('reveal') },
    ReplyToReview: { ...byHost, schema: z.strictObject({ text }), route: on('reply') },
    EditReviewReply: { ...byHost, schema: z.strictObject({ text }), route: on('edit-reply') },
    DisputeReview: {
      ...byHost,
      schema: z.strictObject({
        ground: z.enum(DISPUTE_GROUNDS),
        explanation: zText(0, MAX_REVIEW_TEXT).default(''),
        evidence: z.array(zEvidence).min(1).max(10),
      }),
      route: on('dispute'),
    },
    DecideDispute: {
      schema: z.strictObject({ decision: z.enum(DISPUTE_DECISIONS), reason: zText(20, MAX_REVIEW_TEXT) }),
      route: on('decide-dispute'),
      capability: 'review.decide',
      ifMatch: 'required',
    },
    EraseReviewGuest: {
      schema: z.strictObject({ erasureId: zId }),
      capability: 'account.erase',
      ifMatch: 'none',
    },
  },
})
export type ReviewEvent = EventsOf<typeof review>
export type ReviewCommand = CommandsOf<typeof review>
