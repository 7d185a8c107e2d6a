import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'

/**
 * How a process manager does: `unheld` by any process, `catching-up` with the log for the first time,
 * `behind` by more than 10 s, else `live`.
 */
export const zProcessState = z.enum(['unheld', 'catching-up', 'behind', 'live'])

/** A process manager and what of its outbox is due. The id is its name. */
export const zProcessRow = z.strictObject({
  id: z.string(),
  version: z.int(),
  state: zProcessState,
  position: z.string().nullable(),
  /** The process that runs it, and until when if it is not heard of again. */
  holder: z.string().nullable(),
  leaseUntil: zInstant.nullable(),
  epoch: z.int(),
  /**
   * Instances that met an event which they cannot take, and take no more; the first of them, with the events
   * that came since.
   */
  stopped: z.int(),
  stoppedInstances: z.array(z.strictObject({ instance: z.string(), error: z.string(), events: z.int() })),
  /**
   * Effects that are due and not done, for how long the oldest of them, and how many have been tried in vain.
   */
  waiting: z.int(),
  oldestSeconds: z.number(),
  failing: z.int(),
  /** The oldest of those. */
  failure: z.strictObject({ name: z.string(), attempts: z.int(), error: z.string() }).nullable(),
  /** When the next timer strikes. */
  nextAt: zInstant.nullable(),
})
export type ProcessRow = z.infer<typeof zProcessRow>

/** `GET /api/process-managers` for staff. */
export const zProcessRows = z.array(zProcessRow)
