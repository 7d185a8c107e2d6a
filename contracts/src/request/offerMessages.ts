import { z } from 'zod'
import { zBookingPrice, type BookingPrice } from '../booking/money.ts'
import { zParty } from '../booking/party.ts'
import { zInstant, zLocalDate, type Instant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zText } from '../kernel/text.ts'
import { previewToken, zRequestStay, type RequestStay } from './request.ts'

const of = { requestId: z.string(), listingId: z.string(), guestRef: z.string() }
/** The stay as it is and as the host offers it, what the guest would pay, and until when the guest answers. */
const offered = { before: zRequestStay, after: zRequestStay, price: zBookingPrice, dueAt: zInstant }
export type OfferedStay = Readonly<{
  before: RequestStay
  after: RequestStay
  price: BookingPrice
  dueAt: Instant
}>

/** What a host offers; what is left out stays as booked. */
export const offerFields = {
  checkIn: zLocalDate.nullable().default(null),
  checkOut: zLocalDate.nullable().default(null),
  party: zParty.nullable().default(null),
  /** What all nights cost together; null for the prices of the booking and of the home. */
  nightsMinor: zMinorAmount.nullable().default(null),
}
export const zOffer = z.strictObject(offerFields)
export type Offer = z.infer<typeof zOffer>

/** What happens to a stay that a host offers to a guest who has booked; the guest answers by the gateway. */
export const offerEvents = {
  /** `counteredId`: the guest's request that it answers; null where the host began. */
  AlterationOffered: {
    version: 1,
    schema: z.strictObject({
      ...of,
      ...offered,
      hostAccountId: z.string(),
      code: z.string(),
      bookingId: z.string(),
      guestName: z.string(),
      message: z.string(),
      by: z.string(),
      counteredId: z.string().nullable(),
    }),
    personal: { guestName: 'guestRef', message: 'guestRef' },
  },
  /** The guest's own request is over: the host offers another stay under `offerId`. */
  RequestCountered: {
    version: 1,
    schema: z.strictObject({
      ...of,
      ...offered,
      by: z.string(),
      previewHash: z.string(),
      offerId: z.string(),
      message: z.string(),
    }),
    personal: { message: 'guestRef' },
  },
  /** By the guest. */
  OfferAccepted: { version: 1, schema: z.strictObject(of) },
  OfferDeclined: { version: 1, schema: z.strictObject(of) },
} as const

const decides = { capability: 'request.decide' } as const
const byGuest = { capability: 'request.open', ifMatch: 'none' } as const
const message = zText(0, 2_000).default('')
/** The last alteration of the booking, which is over; null for the first. Hearth finds it. */
const after = zId.nullable().default(null)
const creates = { by: 'creation', account: 'caller', listing: { field: 'listingId' } } as const

export const offerCommands = {
  /** DUPLICATE while another alteration of the booking is open; QUOTE_STALE as for a decision. */
  OfferAlteration: {
    ...decides,
    ifMatch: 'none',
    schema: z.strictObject({ listingId: zId, bookingId: zId, ...offerFields, message, previewToken, after }),
    stream: creates,
    route: { collection: 'alteration-offers' },
  },
  /** Instead of accepting or declining an alteration that a guest asked for. */
  CounterRequest: {
    ...decides,
    ifMatch: 'optional',
    schema: z.strictObject({ ...offerFields, message, previewToken }),
    route: { collection: 'requests', verb: 'counter' },
  },
  /** Opens what a countered request offers, as it was decided there. */
  OpenCounterOffer: {
    capability: 'request.clock',
    ifMatch: 'none',
    schema: z.strictObject({ listingId: zId, bookingId: zId, after: zId }),
    stream: creates,
  },
  AcceptOffer: {
    ...byGuest,
    schema: z.strictObject({}),
    route: { collection: 'requests', verb: 'accept-offer' },
  },
  DeclineOffer: {
    ...byGuest,
    schema: z.strictObject({}),
    route: { collection: 'requests', verb: 'decline-offer' },
  },
} as const
