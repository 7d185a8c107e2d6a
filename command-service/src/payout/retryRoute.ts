import { zJobQueueName, type JobQueueName } from '@hearth/contracts/jobs'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Log } from '@hearth/platform/telemetry/log'
import { z } from 'zod'
import type { JobQueue } from '../workers/jobQueue.ts'

/**
 * `POST /api/job-queues/{id}/retry {}` → {retried}: queues every failed job again. Safe to repeat, as a job
 * may run twice.
 */
export const retryRoute = ({
  queues,
  log,
}: Readonly<{ queues: Readonly<Record<JobQueueName, () => Promise<JobQueue>>>; log: Log }>): Route =>
  route({
    method: 'POST',
    path: '/api/job-queues/:id/retry',
    access: { capability: 'job.operate' },
    tenant: 'any',
    rate: 'write',
    params: z.strictObject({ id: zJobQueueName }),
    body: z.strictObject({}),
    handler: async ({ params: { id } }) => {
      try {
        return { status: 200, body: { retried: await (await queues[id]()).retryFailed() } }
      } catch (error) {
        log.warn({ err: error }, 'jobs: the queue could not be asked to try again')
        return new AppProblem(
          'DEPENDENCY_UNAVAILABLE',
          'The queue can’t be reached right now. ' +
            'Nothing is lost: the jobs are retried automatically once it can.',
        )
      }
    },
  })
