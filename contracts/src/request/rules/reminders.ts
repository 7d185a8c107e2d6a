import { z } from 'zod'
import { addHours, type Instant } from '../../kernel/dates.ts'

/** What an event that opens a request keeps of the policy: hours before the deadline. */
export const reminders = { reminderHoursLeft: z.array(z.int().min(1)) }

/** The step from the version of an event that did not keep them. */
export const withReminders =
  (reminderHoursLeft: readonly number[]) => (data: Readonly<Record<string, unknown>>) => ({
    ...data,
    reminderHoursLeft,
  })

/**
 * The reminders of a request that was opened then; one that would come before its opening is left out
 * (docs/domain/request.md#reminders).
 */
export const listReminders = (hours: readonly number[], openedAt: Instant, dueAt: Instant) =>
  hours.map((hoursLeft) => ({ hoursLeft, at: addHours(dueAt, -hoursLeft) })).filter(({ at }) => at > openedAt)
