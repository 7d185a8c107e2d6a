import { z } from 'zod'
import { zBookingStatus } from '../booking/resource.ts'
import { zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'

/** A stay that an event covers, or would cover. Amounts in minor units. */
export const zDisruptedStay = z.strictObject({
  bookingId: z.string(),
  hostAccountId: z.string(),
  hostName: z.string().nullable(),
  listingId: z.string(),
  listingTitle: z.string(),
  code: z.string(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  status: zBookingStatus,
  currency: zCurrency,
  guestTotalMinor: z.int(),
  /** What the host would earn; after a cancellation, what is left. */
  hostPayoutMinor: z.int(),
  refundedMinor: z.int(),
})
export type DisruptedStay = z.infer<typeof zDisruptedStay>

const zTotal = z.strictObject({
  currency: zCurrency,
  stays: z.int(),
  guestTotalMinor: z.int(),
  hostPayoutMinor: z.int(),
  refundedMinor: z.int(),
})

/**
 * `GET /api/disruptions/{id}/stays`: the stays with their totals by currency. Before the approval those that it
 * would cover now; after it those that it covers.
 */
export const zDisruptedStays = z.strictObject({ totals: z.array(zTotal), stays: z.array(zDisruptedStay) })
export type DisruptedStays = z.infer<typeof zDisruptedStays>

/** The stays, and what they come to in each currency. */
export const sumDisruptedStays = (stays: readonly DisruptedStay[]): DisruptedStays => {
  const totals = new Map<string, z.infer<typeof zTotal>>()
  for (const { currency, guestTotalMinor, hostPayoutMinor, refundedMinor } of stays) {
    const total = totals.get(currency)
    totals.set(currency, {
      currency,
      stays: (total?.stays ?? 0) + 1,
      guestTotalMinor: (total?.guestTotalMinor ?? 0) + guestTotalMinor,
      hostPayoutMinor: (total?.hostPayoutMinor ?? 0) + hostPayoutMinor,
      refundedMinor: (total?.refundedMinor ?? 0) + refundedMinor,
    })
  }
  return {
    totals: [...totals.values()].toSorted((a, b) => a.currency.localeCompare(b.currency)),
    stays: [...stays],
  }
}
