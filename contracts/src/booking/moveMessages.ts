import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zText } from '../kernel/text.ts'
import { zAgreedStay } from './alterationMessages.ts'

/** What happens to a stay that gets another listing of its account (docs/domain/booking.md#moves). */
export const moveEvents = {
  /** `listingId`: the home from now on. The guest reads the message in the conversation about it. */
  BookingMoved: {
    version: 1,
    schema: z.strictObject({
      bookingId: z.string(),
      listingId: z.string(),
      hostAccountId: z.string(),
      code: z.string(),
      guestRef: z.string(),
      moveId: z.string(),
      from: z.strictObject({ listingId: z.string(), stay: zAgreedStay }),
      to: zAgreedStay,
      clock: z.enum(['scheduler', 'caller']),
      message: z.string(),
    }),
    personal: { message: 'guestRef' },
  },
} as const

export const moveCommands = {
  /** The calendar of the new home must hold the nights; the command does so first. */
  MoveBooking: {
    schema: z.strictObject({ toListingId: zId, message: zText(20, 1000) }),
    route: { collection: 'bookings', verb: 'move' },
    capability: 'booking.cancel',
    ifMatch: 'required',
  },
} as const
