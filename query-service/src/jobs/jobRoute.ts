import { JOB_QUEUES } from '@hearth/contracts/jobs'
import { route, type Route } from '@hearth/platform/http/route'
import { z } from 'zod'
import type { QueueHealth } from './queueHealth.ts'

/**
 * `GET /api/job-queues` → JobQueueRow[]: the state of the command service's queues
 * (docs/domain/processes.md#the-queue-is-never-the-truth).
 */
export const jobRoute = ({ health }: Pick<QueueHealth, 'health'>): Route =>
  route({
    method: 'GET',
    path: '/api/job-queues',
    access: { capability: 'job.read' },
    tenant: 'any',
    rate: 'read',
    query: z.strictObject({}),
    handler: async () => ({ status: 200, body: await Promise.all(JOB_QUEUES.map(health)) }),
  })
