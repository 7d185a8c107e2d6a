import { z } from 'zod'
import { zAlterationFailure } from '../booking/alterationMessages.ts'
import { zBookingPrice } from '../booking/money.ts'
import { zParty } from '../booking/party.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zText } from '../kernel/text.ts'
import { FIRST_REMINDER_HOURS_LEFT } from '../policy/terms.ts'
import { zRequestStay } from './request.ts'
import { reminders, withReminders } from './rules/reminders.ts'

const of = { requestId: z.string(), listingId: z.string(), guestRef: z.string() }

/** What happens only to alteration requests; their answers are those of every request of a guest. */
export const alterationRequestEvents = {
  /** The host answers before `dueAt`. `price` is what the guest was quoted for the stay as it would be. */
  AlterationRequested: {
    version: 2,
    schema: z.strictObject({
      ...of,
      hostAccountId: z.string(),
      code: z.string(),
      bookingId: z.string(),
      guestName: z.string(),
      message: z.string(),
      before: zRequestStay,
      after: zRequestStay,
      price: zBookingPrice,
      dueAt: zInstant,
      ...reminders,
    }),
    upcast: { 1: withReminders(FIRST_REMINDER_HOURS_LEFT.alteration) },
    personal: { guestName: 'guestRef', message: 'guestRef' },
  },
  /** It was accepted, and the stay is as it was: `AlterationFailed` of the booking says the same. */
  AlterationNotMade: { version: 1, schema: z.strictObject({ ...of, reason: zAlterationFailure }) },
} as const

export const alterationRequestCommands = {
  /**
   * A guest wants other dates or another party; what is left out stays as booked. By the gateway. DUPLICATE
   * while another alteration of the booking is open.
   */
  RequestAlteration: {
    capability: 'request.open',
    ifMatch: 'none',
    schema: z.strictObject({
      listingId: zId,
      bookingId: zId,
      checkIn: zLocalDate.nullable().default(null),
      checkOut: zLocalDate.nullable().default(null),
      party: zParty.nullable().default(null),
      message: zText(0, 4_000).default(''),
      /** The last alteration of the booking, which is over; null for the first. Hearth finds it. */
      after: zId.nullable().default(null),
    }),
    stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
    route: { collection: 'alteration-requests' },
  },
  /** The booking could not be altered as it was accepted. */
  RecordAlterationFailure: {
    capability: 'request.clock',
    ifMatch: 'none',
    schema: z.strictObject({ reason: zAlterationFailure }),
  },
} as const
