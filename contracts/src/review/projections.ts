import { erased } from '../kernel/erased.ts'
import { humanCode } from '../kernel/ids.ts'
import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReviewEvent } from './messages.ts'
import { zReviewRow, type ReviewRow } from './resource.ts'

/** Later than every instant in milliseconds: pairs that are not open follow those that are. */
const AFTER_ALL_INSTANTS = 10_000_000_000_000

const isOpen = ({ state }: Pick<ReviewRow, 'state'>) => state === 'open' || state === 'partly_written'

const computePlace = (row: Omit<ReviewRow, 'place'>): number =>
  isOpen(row) ? Date.parse(row.closesAt) : 2 * AFTER_ALL_INSTANTS - Date.parse(row.revealedAt ?? row.closesAt)

const change = (row: ReviewRow | undefined, part: Partial<ReviewRow>): ReviewRow | undefined => {
  const changed = row && { ...row, ...part }
  return changed && { ...changed, place: computePlace(changed) }
}

const NOTHING_TO_DO = { todo: 'none', dueAt: null } as const

/** A dispute keeps its own record when the review is removed. */
const REMOVED = { overall: null, guestReview: null, ...NOTHING_TO_DO } as const

const eraseTexts = <T extends Readonly<{ publicText: string; privateText: string }>>(content: T | null) =>
  content && { ...content, publicText: erased(content.publicText), privateText: erased(content.privateText) }

/** One row for each stay whose sides can, or could, review each other. */
export const reviewProjection = defineProjection<ReviewRow>({
  name: 'review',
  version: 1,
  row: zReviewRow,
  personal: ['guestName', 'guestReview', 'hostReview', 'reply', 'dispute'],
  streams: ({ id }) => [formatStream('review', id)],
  categories: ['review'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<ReviewRow, ReviewEvent>({
    ReviewWindowOpened: (_row, { data }) => {
      const { bookingId: id, hostAccountId, listingId, guestRef, guestName, checkIn, checkOut } = data
      const { timezone, opensAt, closesAt } = data
      const row = {
        id,
        hostAccountId,
        listingId,
        bookingCode: humanCode('HB', id),
        guestRef,
        guestName,
        checkIn,
        checkOut,
        timezone,
        state: 'open',
        opensAt,
        closesAt,
        hostReviewedAt: null,
        guestReviewedAt: null,
        revealedAt: null,
        revealCause: null,
        overall: null,
        guestReview: null,
        hostReview: null,
        reply: null,
        dispute: null,
        disputed: false,
        disputedAt: null,
        removedAt: null,
        todo: 'write',
        dueAt: closesAt,
      } as const
      return { ...row, place: computePlace(row) }
    },
    HostReviewSubmitted: (row, event) =>
      change(row, { state: 'partly_written', hostReviewedAt: occurredAtOf(event), ...NOTHING_TO_DO }),
    HostReviewEdited: (row, event) => change(row, { hostReviewedAt: occurredAtOf(event) }),
    GuestReviewReceived: (row, event) =>
      change(row, { state: 'partly_written', guestReviewedAt: occurredAtOf(event) }),
    ReviewsRevealed: (row, event) => {
      const { cause, hostReview, guestReview, replyUntil } = event.data
      return change(row, {
        state: 'revealed',
        revealedAt: occurredAtOf(event),
        revealCause: cause,
        overall: guestReview?.overall ?? null,
        guestReview,
        hostReview,
        todo: replyUntil === null ? 'none' : 'reply',
        dueAt: replyUntil,
      })
    },
    ReviewWindowClosed: (row) => change(row, { state: 'closed', ...NOTHING_TO_DO }),
    ReviewReplied: (row, event) => {
      const { text, editableUntil } = event.data
      return change(row, { reply: { text, at: occurredAtOf(event), editableUntil }, ...NOTHING_TO_DO })
    },
    ReviewReplyEdited: (row, { data: { text } }) =>
      row && change(row, { reply: row.reply && { ...row.reply, text } }),
    ReviewDisputed: (row, event) => {
      const { ground, explanation, evidence } = event.data
      const at = occurredAtOf(event)
      const undecided = { decision: null, reason: null, decidedAt: null }
      return change(row, {
        disputed: true,
        disputedAt: at,
        dispute: { ground, explanation, evidence, at, ...undecided },
      })
    },
    ReviewDisputeDecided: (row, event) => {
      const { decision, reason } = event.data
      const decided = { decision, reason, decidedAt: occurredAtOf(event) }
      return row && change(row, { disputed: false, dispute: row.dispute && { ...row.dispute, ...decided } })
    },
    ReviewRemoved: (row, event) =>
      event.data.side === 'guest'
        ? change(row, { removedAt: occurredAtOf(event), ...REMOVED })
        : change(row, { hostReview: null }),
    ReviewGuestErased: (row) =>
      row &&
      change(row, {
        ...(isOpen(row) && { state: 'void', ...NOTHING_TO_DO }),
        guestName: erased(row.guestName),
        guestReview: eraseTexts(row.guestReview),
        hostReview: eraseTexts(row.hostReview),
        reply: row.reply && { ...row.reply, text: erased(row.reply.text) },
        dispute: row.dispute && {
          ...row.dispute,
          explanation: erased(row.dispute.explanation),
          reason: erased(row.dispute.reason),
        },
      }),
  }),
})
