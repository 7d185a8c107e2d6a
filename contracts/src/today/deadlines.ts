import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zQueueItem, type QueueKind } from './staffQueue.ts'

/** What staff have promised to do by an instant (docs/domain/console.md#deadlines-of-staff). */
export const CLOCK_KINDS = [
  'incident',
  'service_request',
  'reimbursement',
  'disruption_evidence',
] as const satisfies readonly QueueKind[]

/**
 * What has to be done until then. `approve`: by another person, where the decision needs two; `decide_again`:
 * after an appeal, by another person; `host_answers`: by the host, who was asked for information.
 */
export const zDeadlineStep = z.enum([
  'acknowledge',
  'act_first',
  'decide',
  'approve',
  'decide_again',
  'host_answers',
  'answer',
])
export type DeadlineStep = z.infer<typeof zDeadlineStep>

export const zDeadlineItem = zQueueItem.extend({
  kind: z.enum(CLOCK_KINDS),
  code: z.string(),
  dueAt: zInstant,
  step: zDeadlineStep,
  /** Who of the staff works on it; null while no one does. */
  responsibleId: z.string().nullable(),
  responsibleName: z.string().nullable(),
})
export type DeadlineItem = z.infer<typeof zDeadlineItem>

/** Days that the figure of kept promises covers. */
export const KEPT_DAYS = 30

/**
 * `GET /api/deadlines`: what the caller can do, the earliest deadline first, at most 50 of each kind, with
 * what hosts were asked for. `total` is exact, and so is `late`, which counts what staff have not done. `kept`: of `promised` deadlines in the last `KEPT_DAYS` days.
 */
export const zDeadlines = z.strictObject({
  total: z.int(),
  late: z.int(),
  items: z.array(zDeadlineItem),
  kept: z.int(),
  promised: z.int(),
})
export type Deadlines = z.infer<typeof zDeadlines>
