import { bookings } from '@hearth/contracts/booking'
import { zInstant, zLocalDate } from '@hearth/contracts/kernel/dates'
import { NOTICE_EVENTS, NOTICE_TYPES, zNotice, type Notice, type Notices } from '@hearth/contracts/notice'
import { maySee } from '@hearth/platform/session/principal'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import { createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import { readMarks, readNoticeEvents, type ReadMarks } from './readNotices.ts'

const TABLES = [
  'event_log',
  'booking',
  'listing',
  'thread',
  'payout',
  'ical_feed',
  'request',
  'incident',
  'reimbursement',
]

const zAmount = z.coerce.number().int().nullable()
const zRow = z.object({
  id: z.string(),
  type: z.enum(NOTICE_TYPES),
  at: zInstant,
  listingId: z.string().nullable(),
  listingTitle: z.string().nullable(),
  bookingId: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
  payoutId: z.string().nullable(),
  threadId: z.string().nullable(),
  requestId: z.string().nullable(),
  requestCode: z.string().nullable(),
  incidentId: z.string().nullable(),
  incidentCode: z.string().nullable(),
  reimbursementId: z.string().nullable(),
  reimbursementCode: z.string().nullable(),
  bookingCode: z.string().nullable(),
  payoutCode: z.string().nullable(),
  bookingMinor: zAmount,
  bookingCurrency: z.string().nullable(),
  payoutMinor: zAmount,
  payoutCurrency: z.string().nullable(),
  entryMinor: zAmount,
  entryCurrency: z.string().nullable(),
})
type Row = z.infer<typeof zRow>
type Sees = Readonly<{ guests: boolean; money: boolean }>

/** The amount of the entry, the payout, or of a new booking for those who see what bookings bring. */
const findAmount = (row: Row, sees: Sees): Pick<Notice, 'amountMinor' | 'currency'> => {
  const { type, entryMinor, payoutMinor, bookingMinor } = row
  if (entryMinor !== null) return zAmountOf.parse({ amountMinor: entryMinor, currency: row.entryCurrency })
  if (payoutMinor !== null) return zAmountOf.parse({ amountMinor: payoutMinor, currency: row.payoutCurrency })
  return type === 'BookingConfirmed' && sees.money && bookingMinor !== null
    ? zAmountOf.parse({ amountMinor: bookingMinor, currency: row.bookingCurrency })
    : { amountMinor: null, currency: null }
}
const zAmountOf = zNotice.pick({ amountMinor: true, currency: true })

const toNotice = (row: Row, { until, ids }: ReadMarks, sees: Sees): Notice => ({
  id: row.id,
  type: row.type,
  kind: NOTICE_EVENTS[row.type].kind,
  at: row.at,
  unread: row.at > until && !ids.has(row.id),
  listingId: row.listingId,
  listingTitle: row.listingTitle,
  bookingId: row.bookingId,
  payoutId: row.payoutId,
  threadId: row.threadId,
  requestId: row.requestId,
  incidentId: row.incidentId,
  reimbursementId: row.reimbursementId,
  code:
    row.requestCode ??
    row.incidentCode ??
    row.reimbursementCode ??
    row.payoutCode ??
    (sees.guests ? row.bookingCode : null),
  guestName: sees.guests ? row.guestName : null,
  checkIn: row.checkIn,
  checkOut: row.checkOut,
  ...findAmount(row, sees),
})

/**
 * `GET /api/my-notices`: what happened in the account that the person may see and did not do themselves, and
 * what of it is unread (docs/domain/notice.md#in-the-console).
 */
export const noticesRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/my-notices',
    access: { capability: 'account.notifications' },
    tenant: 'own',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const now = new Date(sources.now()).toISOString()
      const types = NOTICE_TYPES.filter((type) => maySee(principal, NOTICE_EVENTS[type].capability))
      const [found, marks] = await Promise.all([
        readNoticeEvents(sources, createScope(principal), principal.actor.id, types, now),
        readMarks(sources, principal.tenantId ?? '', principal.actor.id, now),
      ])
      const sees = {
        guests: seesFields(principal, bookings, 'code', 'guestName'),
        money: seesFields(principal, bookings, 'hostPayoutMinor'),
      }
      const notices = found.map((row) => toNotice(zRow.parse(row), marks, sees))
      const body: Notices = { notices, unread: notices.filter(({ unread }) => unread).length }
      return { status: 200, headers: position, body }
    },
  })
