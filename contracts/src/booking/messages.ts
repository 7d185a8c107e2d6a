import { z } from 'zod'
import { nightsBetween, zInstant, zLocalDate } from '../kernel/dates.ts'
import { zEmail } from '../kernel/email.ts'
import { deriveId, zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zCode, zLine, zText } from '../kernel/text.ts'
import { zCancellationPolicyCode } from '../policy/terms.ts'
import { zParty } from './party.ts'
import { alterationCommands, alterationEvents } from './alterationMessages.ts'
import { disruptionCommands, disruptionEvents } from './disruptionMessages.ts'
import { moveCommands, moveEvents } from './moveMessages.ts'
import { zBookingMoney, zBookingPrice, zBookingSnapshot, zCancellationOutcome } from './money.ts'

export const zBookingSource = z.enum(['direct', 'airbnb', 'vrbo', 'booking', 'manual', 'import'])
export type BookingSource = z.infer<typeof zBookingSource>
/**
 * Channels sold these nights elsewhere: they cannot be refused, only be flagged as overbooked
 * (docs/domain/booking.md#channel-bookings).
 */
export const CHANNEL_SOURCES: readonly string[] = ['airbnb', 'vrbo', 'booking']
/** No channel carries messages to these guests: they get email, where an address is known. */
export const DIRECT_SOURCES: readonly string[] = ['direct', 'manual']
/**
 * Imported and channel bookings skip availability rules and carry their own policy and final price
 * (docs/domain/booking.md#channel-bookings).
 */
export const skipsRules = (source: z.infer<typeof zBookingSource>) =>
  source === 'import' || CHANNEL_SOURCES.includes(source)

/**
 * Why a host cancels. `guest_asked` never cancels: it sends the guest a link
 * (docs/domain/booking.md#cancelled-by-the-host).
 */
export const HOST_CANCEL_REASONS = [
  'listing_unavailable',
  'emergency_repair',
  'price_error',
  'guest_concern',
  'owner_use',
  'other',
] as const

/** Why two stays may share their nights (docs/domain/booking.md#overbookings). */
export const SHARED_REASONS = ['separate_rooms', 'same_party', 'other'] as const

const id = { bookingId: z.string(), listingId: z.string() }
const stay = {
  ...id,
  hostAccountId: z.string(),
  code: z.string(),
  source: zBookingSource,
  externalRef: z.string().nullable(),
  guestRef: z.string(),
  guestName: z.string(),
  party: zParty,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  money: zBookingMoney,
  snapshot: zBookingSnapshot,
  /**
   * `caller`: check-in, check-out and completion come from the principal that sent it
   * (docs/domain/booking.md#clock).
   */
  clock: z.enum(['scheduler', 'caller']),
}
const zPaid = zMinorAmount.refine((amount) => amount > 0, 'must be more than 0')
const cancelled = { ...id, reason: z.string(), outcome: zCancellationOutcome }
const clock = { route: 'bookings', capability: 'booking.clock', ifMatch: 'none' } as const
const quote = z.string().max(4000)

/** What the gateway says of a stay. */
export const receivedStay = {
  listingId: zId,
  source: zBookingSource,
  externalRef: zCode(100).nullable().default(null),
  /** `email`: where messages to the guest of a direct booking go (docs/domain/thread.md#email). */
  guest: z.strictObject({
    guestRef: zCode(100),
    displayName: zLine(1, 80),
    email: zEmail.nullable().default(null),
  }),
  party: zParty,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  price: zBookingPrice,
  /** Imported and channel bookings carry their own (docs/domain/booking.md#channel-bookings). */
  cancellationPolicyCode: zCancellationPolicyCode.nullable().default(null),
}
type Stay = Readonly<{ checkIn: string; checkOut: string }>
/** A stay has 1 to 365 nights: for `refine`. */
export const hasStayLength = [
  ({ checkIn, checkOut }: Stay) =>
    nightsBetween(checkIn, checkOut) >= 1 && nightsBetween(checkIn, checkOut) <= 365,
  { path: ['checkOut'], message: 'must be 1 to 365 nights after checkIn' },
] satisfies [(stay: Stay) => boolean, { path: string[]; message: string }]

/** A guest's stay, from confirmation to completion or cancellation (docs/domain/booking.md#states). */
export const booking = defineAggregate({
  category: 'booking',
  identify: (tenantId, type, data, key) =>
    type === 'ReceiveBooking' && typeof data['externalRef'] === 'string'
      ? deriveId('booking', tenantId, String(data['source']), data['externalRef'])
      : deriveId('booking', tenantId, key),
  events: {
    BookingConfirmed: { version: 1, schema: z.strictObject(stay), personal: { guestName: 'guestRef' } },
    /** A channel's booking whose nights are taken: known, but without nights of its own. */
    OverbookingDetected: {
      version: 1,
      schema: z.strictObject({
        ...stay,
        conflicts: z.array(z.strictObject({ kind: z.string(), start: zLocalDate, end: zLocalDate })),
      }),
      personal: { guestName: 'guestRef' },
    },
    /** It is an ordinary booking from here on: its nights became free, or the host lets two stays share them. */
    OverbookingResolved: {
      version: 1,
      schema: z.strictObject({
        ...id,
        resolution: z.enum(['nights_free', 'shared']),
        /** Null unless the nights are shared. */
        reason: z.enum(SHARED_REASONS).nullable(),
        start: zLocalDate,
        end: zLocalDate,
        checkInInstant: zInstant,
        checkOutInstant: zInstant,
        clock: z.enum(['scheduler', 'caller']),
      }),
    },
    /** Replaces an address that was known. */
    GuestEmailRecorded: {
      version: 1,
      schema: z.strictObject({ ...id, guestRef: z.string(), email: z.string() }),
      personal: { email: 'guestRef' },
    },
    /**
     * The nights' hold ran out before the booking was confirmed, or moved to this listing; doing either late
     * starts again.
     */
    BookingHoldAbandoned: {
      version: 1,
      schema: z.strictObject({ ...id, start: zLocalDate, end: zLocalDate }),
    },
    ...alterationEvents,
    ...moveEvents,
    ...disruptionEvents,
    BookingCheckedIn: {
      version: 1,
      schema: z.strictObject({ ...id, at: zInstant, by: z.enum(['scheduler', 'lock', 'host', 'importer']) }),
    },
    BookingCheckedOut: { version: 1, schema: z.strictObject({ ...id, at: zInstant }) },
    BookingCompleted: { version: 1, schema: z.strictObject({ ...id }) },
    BookingCancellationStarted: {
      version: 1,
      schema: z.strictObject({
        ...cancelled,
        guestRef: z.string(),
        message: z.string(),
        effectiveAt: zInstant,
        quoteHash: z.string(),
      }),
      personal: { message: 'guestRef' },
    },
    BookingCancellationRevoked: { version: 1, schema: z.strictObject({ ...id, by: z.string() }) },
    BookingCancelled: { version: 1, schema: z.strictObject(cancelled) },
    BookingNoShowRecorded: {
      version: 1,
      schema: z.strictObject({ ...id, at: zInstant, outcome: zCancellationOutcome }),
    },
    RefundRequested: {
      version: 1,
      schema: z.strictObject({
        ...id,
        refundId: z.string(),
        amountMinor: zMinorAmount,
        currency: z.string(),
        lines: z.array(z.strictObject({ code: z.string(), amountMinor: zMinorAmount })),
        cause: z.string(),
      }),
    },
    RefundSettled: {
      version: 1,
      schema: z.strictObject({ ...id, refundId: z.string(), providerRef: z.string() }),
    },
    RefundFailed: { version: 1, schema: z.strictObject({ ...id, refundId: z.string(), code: z.string() }) },
    /** By Hearth with a reason, or by the host who granted a request; then Hearth's fee on it is returned. */
    GoodwillRefundIssued: {
      version: 2,
      schema: z.strictObject({
        ...id,
        amountMinor: zMinorAmount,
        currency: z.string(),
        fundedBy: z.enum(['platform', 'host']),
        reason: z.string(),
        requestId: z.string().nullable(),
        /** The part of the amount that the fee was taken of, and the fee on it. */
        feeBaseMinor: zMinorAmount,
        platformFeeMinor: zMinorAmount,
      }),
      personal: { reason: OF_ACCOUNT },
      upcast: { 1: (data) => ({ ...data, requestId: null, feeBaseMinor: 0, platformFeeMinor: 0 }) },
    },
    ChargebackReceived: {
      version: 1,
      schema: z.strictObject({ ...id, amountMinor: zMinorAmount, ref: z.string() }),
    },
    ChargebackReversed: {
      version: 1,
      schema: z.strictObject({ ...id, amountMinor: zMinorAmount, ref: z.string() }),
    },
    BookingNoteAdded: {
      version: 1,
      schema: z.strictObject({
        ...id,
        noteId: z.string(),
        guestRef: z.string(),
        text: z.string(),
        visibility: z.enum(['host', 'staff']),
        by: z.string(),
      }),
      personal: { text: 'guestRef' },
    },
    /**
     * The host chose "the guest asked me": the guest gets a link, nothing is cancelled
     * (docs/domain/booking.md#cancelled-by-the-host).
     */
    GuestCancellationLinkSent: { version: 1, schema: z.strictObject({ ...id, guestRef: z.string() }) },
    /**
     * The guest's key is gone: what this booking said of them reads as erased, its nights and amounts stay.
     */
    GuestErased: {
      version: 1,
      schema: z.strictObject({ ...id, guestRef: z.string(), erasureId: z.string() }),
    },
  },
  commands: {
    ReceiveBooking: {
      schema: z.strictObject(receivedStay).refine(...hasStayLength),
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'bookings' },
      capability: 'booking.receive',
      ifMatch: 'none',
    },
    /** The host says that both stays are right; they share their nights. */
    AcceptOverbooking: {
      schema: z.strictObject({ reason: z.enum(SHARED_REASONS) }),
      route: { collection: 'bookings', verb: 'accept-overbooking' },
      capability: 'booking.cancel',
      ifMatch: 'required',
    },
    /** An overbooked stay takes its nights once they are free; NIGHTS_UNAVAILABLE while they are not. */
    SettleOverbooking: {
      schema: z.strictObject({ listingId: zId }),
      capability: 'booking.clock',
      ifMatch: 'none',
    },
    ...alterationCommands,
    ...moveCommands,
    ...disruptionCommands,
    CheckInBooking: {
      schema: z.strictObject({}),
      route: { collection: clock.route, verb: 'check-in' },
      capability: clock.capability,
      ifMatch: clock.ifMatch,
    },
    CheckOutBooking: {
      schema: z.strictObject({}),
      route: { collection: clock.route, verb: 'check-out' },
      capability: clock.capability,
      ifMatch: clock.ifMatch,
    },
    CompleteBooking: {
      schema: z.strictObject({}),
      route: { collection: clock.route, verb: 'complete' },
      capability: clock.capability,
      ifMatch: clock.ifMatch,
    },
    CancelBookingByHost: {
      schema: z.strictObject({ quote, reason: z.enum(HOST_CANCEL_REASONS), message: zText(20, 1000) }),
      route: { collection: 'bookings', verb: 'cancel' },
      capability: 'booking.cancel',
      ifMatch: 'required',
    },
    RevokeCancellation: {
      schema: z.strictObject({}),
      route: { collection: 'bookings', verb: 'revoke-cancellation' },
      capability: 'booking.revoke-cancellation',
      ifMatch: 'optional',
    },
    FinaliseCancellation: {
      schema: z.strictObject({}),
      route: { collection: 'bookings', verb: 'finalise-cancellation' },
      capability: 'booking.clock',
      ifMatch: 'none',
    },
    CancelBookingByGuest: {
      schema: z.strictObject({ quote: quote.nullable().default(null) }),
      route: { collection: 'bookings', verb: 'cancel-by-guest' },
      capability: 'booking.cancel-by-guest',
      ifMatch: 'none',
    },
    CancelBookingByStaff: {
      schema: z.strictObject({ quote, reason: zText(20, 500) }),
      route: { collection: 'bookings', verb: 'cancel-by-staff' },
      capability: 'booking.cancel-by-staff',
      ifMatch: 'required',
    },
    SendCancellationLink: {
      schema: z.strictObject({}),
      route: { collection: 'bookings', verb: 'send-cancellation-link' },
      capability: 'booking.cancel',
      ifMatch: 'none',
    },
    MarkNoShow: {
      schema: z.strictObject({}),
      route: { collection: 'bookings', verb: 'mark-no-show' },
      capability: 'booking.no-show',
      ifMatch: 'optional',
    },
    IssueGoodwillRefund: {
      schema: z.strictObject({
        amountMinor: zPaid,
        reason: zText(20, 500),
      }),
      route: { collection: 'bookings', verb: 'issue-goodwill-refund' },
      capability: 'booking.cancel-by-staff',
      ifMatch: 'required',
    },
    /** The host granted it, and the request says how much (docs/domain/request.md#refunds). */
    IssueHostRefund: {
      schema: z.strictObject({ requestId: zId, amountMinor: zPaid }),
      capability: 'booking.clock',
      ifMatch: 'none',
    },
    SettleRefund: {
      schema: z.strictObject({ refundId: zId, providerRef: zCode(100) }),
      route: { collection: 'bookings', verb: 'settle-refund' },
      capability: 'booking.refund',
      ifMatch: 'none',
    },
    FailRefund: {
      schema: z.strictObject({ refundId: zId, code: zCode(100) }),
      route: { collection: 'bookings', verb: 'fail-refund' },
      capability: 'booking.refund',
      ifMatch: 'none',
    },
    RecordChargeback: {
      schema: z.strictObject({ amountMinor: zMinorAmount, ref: zCode(100) }),
      route: { collection: 'bookings', verb: 'record-chargeback' },
      capability: 'booking.chargeback',
      ifMatch: 'none',
    },
    RecordChargebackWon: {
      schema: z.strictObject({ ref: zCode(100) }),
      route: { collection: 'bookings', verb: 'record-chargeback-won' },
      capability: 'booking.chargeback',
      ifMatch: 'none',
    },
    AddBookingNote: {
      schema: z.strictObject({ text: zText(1, 2000), visibility: z.enum(['host', 'staff']) }),
      route: { collection: 'bookings', verb: 'add-note' },
      capability: 'booking.note',
      ifMatch: 'none',
    },
    /** Messages to this guest go there from now on (docs/domain/thread.md#email). */
    RecordGuestEmail: {
      schema: z.strictObject({ email: zEmail }),
      route: { collection: 'bookings', verb: 'record-guest-email' },
      capability: 'booking.guest-email',
      ifMatch: 'none',
    },
    EraseGuest: { schema: z.strictObject({ erasureId: zId }), capability: 'account.erase', ifMatch: 'none' },
    /**
     * The reconciler's bid for an expired hold: wins only while the booking does not exist
     * (docs/domain/calendar.md#holds).
     */
    AbandonBookingHold: {
      schema: z.strictObject({ listingId: zId, start: zLocalDate, end: zLocalDate }),
      stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
      capability: 'booking.clock',
      ifMatch: 'none',
    },
  },
})
export type BookingEvent = EventsOf<typeof booking>
export type BookingCommand = CommandsOf<typeof booking>
