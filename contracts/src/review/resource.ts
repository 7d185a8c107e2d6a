import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zGuestReview, zHostReview } from './content.ts'
import { DISPUTE_DECISIONS, DISPUTE_GROUNDS, zEvidence } from './dispute.ts'

/** `partly_written`: one side has written. `closed`: neither did. `void`: the guest was erased before. */
export const REVIEW_STATES = ['open', 'partly_written', 'revealed', 'closed', 'void'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const zReviewReply = z.strictObject({
  text: z.string(),
  at: zInstant,
  /** The reply can be changed before this instant. */
  editableUntil: zInstant,
})

export const zReviewDispute = z.strictObject({
  ground: z.enum(DISPUTE_GROUNDS),
  explanation: z.string(),
  evidence: z.array(zEvidence),
  at: zInstant,
  /** Null until staff decided. */
  decision: z.enum(DISPUTE_DECISIONS).nullable(),
  reason: z.string().nullable(),
  decidedAt: zInstant.nullable(),
})

/** What both sides of a stay wrote. Nothing of either is here before both are revealed. */
export const zReviewRow = z.strictObject({
  /** The booking’s. */
  id: z.string(),
  hostAccountId: z.string(),
  listingId: z.string(),
  /** What people read and type, such as `HB-7K2M9QXD`. */
  bookingCode: z.string(),
  guestRef: z.string(),
  guestName: z.string(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  /** The listing’s. */
  timezone: z.string(),
  state: z.enum(REVIEW_STATES),
  opensAt: zInstant,
  closesAt: zInstant,
  hostReviewedAt: zInstant.nullable(),
  guestReviewedAt: zInstant.nullable(),
  revealedAt: zInstant.nullable(),
  revealCause: z.enum(['both', 'window_end']).nullable(),
  /** The guest’s stars for the stay; null before they are revealed, and once the review was removed. */
  overall: z.int().nullable(),
  guestReview: zGuestReview.nullable(),
  hostReview: zHostReview.nullable(),
  reply: zReviewReply.nullable(),
  dispute: zReviewDispute.nullable(),
  /** Whether a dispute waits for staff. */
  disputed: z.boolean(),
  disputedAt: zInstant.nullable(),
  /** When staff removed the guest’s review. */
  removedAt: zInstant.nullable(),
  /** What the host can still do, until `dueAt`. */
  todo: z.enum(['write', 'reply', 'none']),
  dueAt: zInstant.nullable(),
  /** The order of the list: open pairs by the end of their time, then the others, the latest first. */
  place: z.int(),
})
export type ReviewRow = z.infer<typeof zReviewRow>

export const reviews = defineResource({
  name: 'reviews',
  table: 'review',
  row: zReviewRow,
  capability: 'review.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    listingId: 'open',
    bookingCode: 'review.read',
    guestRef: 'review.read',
    guestName: 'review.read',
    checkIn: 'open',
    checkOut: 'open',
    timezone: 'open',
    state: 'open',
    opensAt: 'open',
    closesAt: 'open',
    hostReviewedAt: 'open',
    guestReviewedAt: 'open',
    revealedAt: 'open',
    revealCause: 'open',
    overall: 'open',
    guestReview: 'review.read',
    hostReview: 'review.read',
    reply: 'review.read',
    dispute: 'review.read',
    disputed: 'open',
    disputedAt: 'open',
    removedAt: 'open',
    todo: 'open',
    dueAt: 'open',
    place: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['place', 'closesAt', 'revealedAt', 'overall', 'guestReviewedAt', 'disputedAt', 'dueAt'],
  defaultSort: ['place', 'ASC'],
  filter: {
    state: 'equals',
    listingId: 'equals',
    hostAccountId: 'equals',
    todo: 'equals',
    disputed: 'equals',
    overall: 'range',
    dueAt: 'range',
    checkOut: 'range',
    q: { search: ['guestName', 'bookingCode'], listing: 'listingId' },
  },
  screens: {
    orders: { place: 'Reviews of all accounts' },
    finds: { listingId: 'Reviews of a listing', q: 'Search' },
    queues: { disputed: { values: [true], screen: 'Staff queue' } },
  },
  export: {
    bookingCode: 'Booking',
    listingId: 'Listing',
    guestName: 'Guest',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    state: 'State',
    closesAt: 'Ends at',
    guestReviewedAt: 'Guest wrote at',
    hostReviewedAt: 'Host wrote at',
    revealedAt: 'Revealed at',
    overall: 'Rating',
  },
})
