import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zCode } from '../kernel/text.ts'
import { zBookingMoney, zBookingPrice, zBookingSnapshot } from './money.ts'
import { zParty } from './party.ts'

/** What of a stay an alteration may change; everything else stays as it was confirmed. */
export const zAgreedStay = z.strictObject({
  party: zParty,
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  money: zBookingMoney,
  snapshot: zBookingSnapshot,
})
export type AgreedStay = z.infer<typeof zAgreedStay>

/** Why an accepted alteration was not carried out. */
export const ALTERATION_FAILURES = ['charge_failed', 'nights_unavailable', 'not_possible'] as const
export const zAlterationFailure = z.enum(ALTERATION_FAILURES)
export type AlterationFailure = z.infer<typeof zAlterationFailure>

const of = { bookingId: z.string(), listingId: z.string(), requestId: z.string() }
const step = { capability: 'booking.clock', ifMatch: 'none' } as const

/** What happens to a booking whose guest and host agreed on a change (docs/domain/booking.md#alterations). */
export const alterationEvents = {
  /** The guest has paid what the altered stay costs more. */
  AlterationCharged: {
    version: 1,
    schema: z.strictObject({ ...of, amountMinor: zMinorAmount, providerRef: z.string() }),
  },
  BookingAltered: {
    version: 1,
    schema: z.strictObject({
      ...of,
      hostAccountId: z.string(),
      code: z.string(),
      before: zAgreedStay,
      after: zAgreedStay,
    }),
  },
  /** The booking is as it was; what the guest paid for the alteration is refunded. */
  AlterationFailed: { version: 1, schema: z.strictObject({ ...of, reason: zAlterationFailure }) },
} as const

export const alterationCommands = {
  RecordAlterationCharge: {
    ...step,
    schema: z.strictObject({ requestId: zId, amountMinor: zMinorAmount, providerRef: zCode(100) }),
  },
  /** The calendar has the new nights, and what the stay costs more is paid. */
  AlterBooking: {
    ...step,
    schema: z.strictObject({
      requestId: zId,
      party: zParty,
      checkIn: zLocalDate,
      checkOut: zLocalDate,
      price: zBookingPrice,
      listingId: zId,
    }),
  },
  FailAlteration: { ...step, schema: z.strictObject({ requestId: zId, reason: zAlterationFailure }) },
} as const
