import { z } from 'zod'
import { zAlterationFailure } from '../booking/alterationMessages.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency, zMinor, zMinorAmount } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zSlot } from '../photoshoot/photoshoot.ts'
import {
  ALTERATION_STATUSES,
  EXPENSE_STATUSES,
  REFUND_WAIVER_STATUSES,
  SERVICE_STATUSES,
  zDeclineReason,
  zRefundReason,
  zRequestKind,
  zServiceType,
  zUrgency,
} from './request.ts'

/** Who has to do something next. */
export const zAwaiting = z.enum(['host', 'guest', 'operations'])

/** One request of any kind. What a kind does not have is null. */
export const zRequestRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  kind: zRequestKind,
  status: z.enum([
    ...new Set([...ALTERATION_STATUSES, ...REFUND_WAIVER_STATUSES, ...SERVICE_STATUSES, ...EXPENSE_STATUSES]),
  ]),
  listingId: z.string(),
  hostAccountId: z.string(),
  guestRef: z.string().nullable(),
  guestName: z.string().nullable(),
  /** What it is about, in one line; of service requests and expenses. */
  subject: z.string().nullable(),
  /** What the side that opened it wrote: the guest's message, or the host's or Hearth's text. */
  body: z.string().nullable(),
  /** Of an expense: what happens if the work is not done. */
  ifNotDone: z.string().nullable(),
  bids: z.array(z.strictObject({ vendor: z.string(), amountMinor: zMinorAmount })),
  /** Who does the work. */
  vendor: z.string().nullable(),
  /** Why a guest asks for money back. */
  refundReason: zRefundReason.nullable(),
  /** Why a guest was declined. */
  declineReason: zDeclineReason.nullable(),
  /** What was written with the last step: a note, a reason, or what was done. */
  answer: z.string().nullable(),
  /** The service request that an expense is for. */
  serviceRequestId: z.string().nullable(),
  /** The booking that it is about; of an accepted booking request the one it became. */
  bookingId: z.string().nullable(),
  awaiting: zAwaiting.nullable(),
  /** When the answer, the acknowledgement or the automatic closing is due; null when nothing is. */
  dueAt: zInstant.nullable(),
  openedBy: z.string(),
  openedAt: zInstant,
  /** Who moved it to its present status, and when. */
  movedBy: z.string(),
  movedAt: zInstant,
  serviceType: zServiceType.nullable(),
  urgency: zUrgency.nullable(),
  emergency: z.boolean(),
  preferredSlots: z.array(zSlot),
  startsAt: zInstant.nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
  guests: z.int().nullable(),
  /** Of an alteration: the stay when it was asked for. */
  before: z.strictObject({ checkIn: zLocalDate, checkOut: zLocalDate, guests: z.int() }).nullable(),
  /** Of an alteration: whether the host offered it. */
  byHost: z.boolean(),
  /** The offer that took its place, or the guest's request that this offer answers. */
  linkedId: z.string().nullable(),
  /** Of an alteration: why it was not made although it was accepted. */
  failure: zAlterationFailure.nullable(),
  fileIds: z.array(z.string()),
  /** Photos of the completed work, or the invoice of an expense. */
  resultFileIds: z.array(z.string()),
  /** Whether staff acknowledged a service request by its deadline; null until they did. */
  acknowledgedInTime: z.boolean().nullable(),
  /**
   * What the host receives of a booking that was asked for, where that was recorded; what a guest asks back, what
   * the expense is estimated at, or by how much an alteration changes what the host receives.
   */
  amountMinor: zMinor.nullable(),
  /** All that an approved expense may cost. */
  spendableMinor: zMinorAmount.nullable(),
  /** What it cost, or how much of a refund was granted. */
  actualMinor: zMinorAmount.nullable(),
  currency: zCurrency.nullable(),
})
export type RequestRow = z.infer<typeof zRequestRow>

/** What lists have: long texts are on a request's own page. */
export const zListedRequestRow = zRequestRow.omit({
  body: true,
  ifNotDone: true,
  bids: true,
  vendor: true,
  answer: true,
  preferredSlots: true,
  resultFileIds: true,
})
export type ListedRequestRow = z.infer<typeof zListedRequestRow>

/** What waits for the host's answer, or for Hearth (docs/domain/request.md). */
export const requests = defineResource({
  name: 'requests',
  table: 'request',
  row: zRequestRow,
  listRow: zListedRequestRow,
  capability: 'request.read',
  visibility: {
    id: 'open',
    code: 'open',
    kind: 'open',
    status: 'open',
    listingId: 'open',
    hostAccountId: 'open',
    guestRef: 'booking.details',
    guestName: 'booking.details',
    subject: 'thread.read',
    body: 'thread.read',
    ifNotDone: 'thread.read',
    bids: ['thread.read', 'booking.money'],
    vendor: 'thread.read',
    refundReason: 'open',
    declineReason: 'open',
    answer: 'thread.read',
    serviceRequestId: 'open',
    bookingId: 'open',
    awaiting: 'open',
    dueAt: 'open',
    openedBy: 'open',
    openedAt: 'open',
    movedBy: 'open',
    movedAt: 'open',
    serviceType: 'open',
    urgency: 'open',
    emergency: 'open',
    preferredSlots: 'open',
    startsAt: 'open',
    checkIn: 'open',
    checkOut: 'open',
    guests: 'open',
    before: 'open',
    byHost: 'open',
    linkedId: 'open',
    failure: 'open',
    fileIds: 'open',
    resultFileIds: 'open',
    acknowledgedInTime: 'open',
    amountMinor: 'booking.money',
    spendableMinor: 'booking.money',
    actualMinor: 'booking.money',
    currency: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['dueAt', 'openedAt', 'movedAt', 'status', 'kind'],
  defaultSort: ['dueAt', 'ASC'],
  filter: {
    kind: 'equals',
    status: 'equals',
    listingId: 'equals',
    hostAccountId: 'equals',
    bookingId: 'equals',
    awaiting: 'equals',
    dueAt: 'range',
    code: 'equals',
  },
  screens: {
    orders: { movedAt: 'Requests of all accounts' },
    finds: { listingId: 'Requests of a listing', bookingId: 'Requests of a booking', code: 'Lookup by code' },
    queues: {
      status: { values: ['open', 'escalated'], screen: 'Staff queue' },
      awaiting: {
        values: ['host', 'guest', 'operations'],
        screen: 'Requests that wait, by whom they wait for',
      },
    },
  },
})
