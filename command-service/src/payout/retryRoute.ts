import { zJobQueueName } from '@hearth/contracts/jobs'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { Payouts } from './openPayouts.ts'

/** `POST /api/job-queues/{id}/retry {}` → {retried}: every failed job waits again. Safe to repeat, as a job may run twice. */
export const retryRoute = ({ queue }: Pick<Payouts, 'queue'>): Route =>
  route({
    method: 'POST',
    path: '/api/job-queues/:id/retry',
    access: { capability: 'job.operate' },
    tenant: 'any',
    rate: 'write',
    params: z.strictObject({ id: zJobQueueName }),
    body: z.strictObject({}),
    handler: async () => {
      const jobs = await queue().catch(() => undefined)
      const retried = await jobs?.retryFailed().catch(() => undefined)
      return retried === undefined ? new AppProblem('DEPENDENCY_UNAVAILABLE', 'The queue cannot be reached now.') : { status: 200, body: { retried } }
    },
  })
