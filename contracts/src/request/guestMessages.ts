import { z } from 'zod'
import { hasStayLength, receivedStay, zBookingSource } from '../booking/messages.ts'
import { zBookingPrice } from '../booking/money.ts'
import { zParty } from '../booking/party.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinor } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { FIRST_REMINDER_HOURS_LEFT, zCancellationPolicyCode } from '../policy/terms.ts'
import { alterationRequestCommands, alterationRequestEvents } from './alterationMessages.ts'
import { offerCommands, offerEvents } from './offerMessages.ts'
import { refundWaiverCommands, refundWaiverEvents } from './refundMessages.ts'
import { EXPLAINED_REASONS, previewToken, zDeclineReason } from './request.ts'
import { reminders, withReminders } from './rules/reminders.ts'

const of = { requestId: z.string(), listingId: z.string(), guestRef: z.string() }
/** Who decided, and what they saw: the hash of the preview. */
const decided = { ...of, by: z.string(), previewHash: z.string() }

/** What happens to requests of guests; what guests and hosts write is sealed with the guest's key. */
export const guestEvents = {
  ...alterationRequestEvents,
  ...refundWaiverEvents,
  ...offerEvents,
  /**
   * The host answers before `dueAt`; the nights are held until then. `hostPayoutMinor` is what the host would
   * receive under the terms at that time; null where it was not recorded.
   */
  BookingRequested: {
    version: 4,
    schema: z.strictObject({
      ...of,
      hostAccountId: z.string(),
      code: z.string(),
      source: zBookingSource,
      externalRef: z.string(),
      guestName: z.string(),
      guestEmail: z.string().nullable(),
      message: z.string(),
      party: zParty,
      checkIn: zLocalDate,
      checkOut: zLocalDate,
      price: zBookingPrice,
      hostPayoutMinor: zMinor.nullable(),
      cancellationPolicyCode: zCancellationPolicyCode.nullable(),
      dueAt: zInstant,
      ...reminders,
    }),
    upcast: {
      1: (data: Readonly<Record<string, unknown>>) => ({ ...data, guestEmail: null }),
      2: withReminders(FIRST_REMINDER_HOURS_LEFT.bookingRequest),
      3: (data: Readonly<Record<string, unknown>>) => ({ ...data, hostPayoutMinor: null }),
    },
    personal: { guestName: 'guestRef', guestEmail: 'guestRef', message: 'guestRef' },
  },
  /** The nights were held for a request that was not opened: they are released, and a late one starts again. */
  RequestHoldAbandoned: {
    version: 1,
    schema: z.strictObject({ requestId: z.string(), listingId: z.string() }),
  },
  RequestAccepted: {
    version: 1,
    schema: z.strictObject({ ...decided, note: z.string().nullable() }),
    personal: { note: 'guestRef' },
  },
  RequestDeclined: {
    version: 1,
    schema: z.strictObject({ ...decided, reason: zDeclineReason, text: z.string().nullable() }),
    personal: { text: 'guestRef' },
  },
  RequestExpired: { version: 1, schema: z.strictObject(of) },
  /** There is nothing left to answer: the channel has sold the stay, or the stay to alter was cancelled. */
  RequestSuperseded: { version: 1, schema: z.strictObject(of) },
  /** The guest's key is gone: names and texts of this request read as erased. */
  RequestGuestErased: { version: 1, schema: z.strictObject({ ...of, erasureId: z.string() }) },
} as const

const on = (verb: string) => ({ collection: 'requests', verb }) as const
const decides = { capability: 'request.decide', ifMatch: 'optional' } as const

export const guestCommands = {
  ...alterationRequestCommands,
  ...refundWaiverCommands,
  ...offerCommands,
  /**
   * A guest wants to book these nights; by the gateway. NIGHTS_UNAVAILABLE or the rule that the stay breaks,
   * as for a booking.
   */
  RequestBooking: {
    capability: 'request.open',
    ifMatch: 'none',
    schema: z
      .strictObject({ ...receivedStay, message: zText(0, 4_000).default('') })
      .refine(...hasStayLength),
    stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
    route: { collection: 'booking-requests' },
  },
  /** QUOTE_STALE where the token is of another decision, or no longer true; NIGHTS_UNAVAILABLE. */
  AcceptRequest: {
    ...decides,
    schema: z.strictObject({ previewToken, note: zText(1, 2_000).nullable().default(null) }),
    route: on('accept'),
  },
  DeclineRequest: {
    ...decides,
    schema: z
      .strictObject({
        previewToken,
        reason: zDeclineReason,
        text: zText(3, 2_000).nullable().default(null),
      })
      .refine(({ reason, text }) => text !== null || !EXPLAINED_REASONS.includes(reason), {
        path: ['text'],
        message: 'must say why',
      }),
    route: on('decline'),
  },
  ExpireRequest: {
    capability: 'request.clock',
    ifMatch: 'none',
    schema: z.strictObject({ dueAt: zInstant }),
  },
  /**
   * There is a booking under the request's id, or the booking to alter was cancelled. One that was answered in
   * the meantime stays as it is.
   */
  SupersedeRequest: { capability: 'request.clock', ifMatch: 'none', schema: z.strictObject({}) },
  /** An open request is withdrawn with it, which frees its nights. */
  EraseRequestGuest: {
    capability: 'account.erase',
    ifMatch: 'none',
    schema: z.strictObject({ erasureId: zId }),
  },
  /** Wins only while the request does not exist (docs/domain/request.md#booking-requests). */
  AbandonRequestHold: {
    capability: 'request.clock',
    ifMatch: 'none',
    schema: z.strictObject({ listingId: z.string() }),
    stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
  },
} as const
