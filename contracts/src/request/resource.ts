import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import {
  BOOKING_REQUEST_STATUSES,
  EXPENSE_STATUSES,
  SERVICE_STATUSES,
  zRequestKind,
  zServiceType,
  zUrgency,
} from './request.ts'

/** Who has to do something next. */
export const zAwaiting = z.enum(['host', 'operations'])

/**
 * One request of any kind, without what people wrote in it. What a kind does not have is null.
 */
export const zRequestRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  kind: zRequestKind,
  status: z.enum([...new Set([...BOOKING_REQUEST_STATUSES, ...SERVICE_STATUSES, ...EXPENSE_STATUSES])]),
  listingId: z.string(),
  hostAccountId: z.string(),
  guestRef: z.string().nullable(),
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
  startsAt: zInstant.nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
  guests: z.int().nullable(),
  fileIds: z.array(z.string()),
  /** What the guest pays, what the expense is estimated at, or what the service cost. */
  amountMinor: zMinorAmount.nullable(),
  /** All that an approved expense may cost. */
  spendableMinor: zMinorAmount.nullable(),
  actualMinor: zMinorAmount.nullable(),
  currency: zCurrency.nullable(),
})
export type RequestRow = z.infer<typeof zRequestRow>

/** What waits for the host's answer, or for Hearth (docs/domain/request.md). */
export const requests = defineResource({
  name: 'requests',
  table: 'request',
  row: zRequestRow,
  capability: 'request.read',
  visibility: {
    id: 'open',
    code: 'open',
    kind: 'open',
    status: 'open',
    listingId: 'open',
    hostAccountId: 'open',
    guestRef: 'booking.details',
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
    startsAt: 'open',
    checkIn: 'open',
    checkOut: 'open',
    guests: 'open',
    fileIds: 'open',
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
})
