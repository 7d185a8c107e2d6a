import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'

/** The queues of the command service; each job carries the id of what it moves. */
export const JOB_QUEUES = ['payouts', 'threads', 'reports'] as const
export const zJobQueueName = z.enum(JOB_QUEUES)
export type JobQueueName = z.infer<typeof zJobQueueName>

/** A job that failed for good until a person or the sweeper retries it. */
export const zFailedJob = z.strictObject({
  id: z.string(),
  reason: z.string(),
  attempts: z.int(),
  failedAt: zInstant,
})
export type FailedJob = z.infer<typeof zFailedJob>

/** The state of a queue, in BullMQ's own words. */
export const zJobQueue = z.strictObject({
  id: zJobQueueName,
  backend: z.enum(['postgres', 'redis']),
  /** False while the queue cannot be asked, or was never opened; then all numbers are 0. */
  reachable: z.boolean(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
  /** Done since the queue was made; done jobs are not kept. */
  completed: z.int(),
  /** Of the jobs that it has: begun more than once. */
  retried: z.int(),
  oldestWaitingAt: zInstant.nullable(),
  /** The newest of those that failed. */
  failures: z.array(zFailedJob),
})
export type JobQueueRow = z.infer<typeof zJobQueue>

/** `GET /api/job-queues` for staff. */
export const zJobQueues = z.array(zJobQueue)
/** What `POST /api/job-queues/{id}/retry` did: how many failed jobs wait again. */
export const zJobsRetried = z.strictObject({ retried: z.int() })
