import {
  addDays,
  addHours,
  earlier,
  later,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import type { MessageTrigger } from '@hearth/contracts/message-rule'
import { toInstant } from '@hearth/platform/zones/localTime'

/** A stay as far as the times of its messages depend on it. */
export type PlannedStay = Readonly<{
  checkIn: LocalDate
  checkOut: LocalDate
  timezone: string
  checkInInstant: Instant
  checkOutInstant: Instant
  confirmedAt: Instant
}>

/** A thank-you makes sense this long after its time, and so does the answer to a booking. */
const LATE_HOURS = 24

const dayOf = (
  trigger: Exclude<MessageTrigger, 'confirmed'>,
  { checkIn, checkOut }: PlannedStay,
): LocalDate =>
  ({
    'checkin-3d': addDays(checkIn, -3),
    'checkin-1d': addDays(checkIn, -1),
    checkin: checkIn,
    checkout: checkOut,
    'checkout+1d': addDays(checkOut, 1),
  })[trigger]

/**
 * Until when a message makes sense: what prepares the arrival until check-in, what welcomes or prepares the
 * departure until check-out, and an answer or a thank-you for a day.
 */
const computeGoodUntil = (
  trigger: MessageTrigger,
  sendAt: Instant,
  { checkInInstant, checkOutInstant }: PlannedStay,
): Instant => {
  switch (trigger) {
    case 'confirmed':
      return earlier(addHours(sendAt, LATE_HOURS), checkInInstant)
    case 'checkin-3d':
    case 'checkin-1d':
      return checkInInstant
    case 'checkin':
      return checkOutInstant
    case 'checkout':
      return sendAt < checkOutInstant ? checkOutInstant : addHours(sendAt, LATE_HOURS)
    case 'checkout+1d':
      return addHours(sendAt, LATE_HOURS)
  }
}

/**
 * When a rule’s message for a stay goes out, on the listing’s clock: not before the stay is confirmed
 * (docs/domain/message-plan.md#times).
 */
export const computePlanTimes = (
  { trigger, time }: Readonly<{ trigger: MessageTrigger; time: string | null }>,
  stay: PlannedStay,
): Readonly<{ sendAt: Instant; goodUntil: Instant }> => {
  const due =
    trigger === 'confirmed' || time === null
      ? stay.confirmedAt
      : toInstant(dayOf(trigger, stay), time, stay.timezone)
  const sendAt = later(due, stay.confirmedAt)
  return { sendAt, goodUntil: computeGoodUntil(trigger, sendAt, stay) }
}
