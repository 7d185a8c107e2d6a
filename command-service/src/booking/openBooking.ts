import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Handle } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { createBookingClock } from './bookingClock.ts'
import { createNights } from './nights.ts'
import type { RefundPort } from './refundPort.ts'
import { createRefunds } from './refunds.ts'

export type BookingOptions = Readonly<{
  handler: CommandHandler
  handle: Handle
  refundPort: RefundPort
  log: Log
}>

/** The timed work of bookings, and their work outside the log. */
export const openBooking = ({ handler, handle, refundPort, log }: BookingOptions) => {
  const nights = createNights({ handler, log })
  const refunds = createRefunds({ handler, port: refundPort })
  const payRefund: Worker = ({ bookingId = '' }, trace) => refunds.pay(bookingId, { maxAge: 0, ...trace })
  return {
    clock: createBookingClock({ handler, handle, nights, refunds, log }),
    workers: { 'pay-refund': payRefund },
  }
}
