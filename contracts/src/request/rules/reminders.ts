import { addHours, type Instant } from '../../kernel/dates.ts'
import type { RequestKind } from '../request.ts'

/** Hours before the deadline at which the host is reminded (docs/domain/request.md#reminders). */
export const REMINDER_HOURS_LEFT: Readonly<Record<RequestKind, readonly number[]>> = {
  booking_request: [12, 4],
  alteration: [24, 4],
  refund_waiver: [24, 4],
  service: [],
  expense_approval: [24],
}

/** The reminders of a request that was opened then; one that would come before its opening is left out. */
export const listReminders = (kind: RequestKind, openedAt: Instant, dueAt: Instant) =>
  REMINDER_HOURS_LEFT[kind]
    .map((hoursLeft) => ({ hoursLeft, at: addHours(dueAt, -hoursLeft) }))
    .filter(({ at }) => at > openedAt)
