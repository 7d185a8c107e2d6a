import type { KnownBooking } from '../booking/booking.state.ts'
import type { KnownDisruption } from './disruption.state.ts'

/** What the guest of a covered stay reads (docs/domain/disruption.md#notices). */
export const describeDisruption = (
  { title }: KnownDisruption,
  { code, checkIn, checkOut }: KnownBooking,
): string =>
  [
    `Your stay from ${checkIn} to ${checkOut} (${code}) is affected by an event: ${title}.`,
    'You don’t have to do anything if you still want to come. If you don’t, you can cancel at any time before check-in and get everything back, whatever the cancellation policy says.',
  ].join('\n\n')
