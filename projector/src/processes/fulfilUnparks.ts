import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool } from 'pg'
import { classifyFailure } from '../runtime/batch/classifyFailure.ts'
import { answerRequest, takeInstanceRequest } from '../runtime/operations/requests.ts'
import type { Runner } from '../runtime/feed/runner.ts'

type Fulfilment = Readonly<{ pool: Pool; owner: string; runners: readonly Runner[]; log: Log }>

/** Resumes stopped instances of the process managers that run here, where operators requested it. */
export const fulfilUnparks = async ({ pool, owner, runners, log }: Fulfilment): Promise<void> => {
  try {
    for (;;) {
      const request = await takeInstanceRequest(
        pool,
        owner,
        runners.map(({ projection }) => projection.name),
      )
      const runner = runners.find(({ projection }) => projection.name === request?.projection)
      if (!request || !runner) return
      const replayed = await runner.unpark(request.stream ?? '')
      log.info(
        { process: request.projection, instance: request.stream, ...replayed },
        'process: a request was answered',
      )
      await answerRequest(
        pool,
        request,
        replayed.ok ? 'done' : 'failed',
        replayed.ok ? `${replayed.events} events` : replayed.reason,
      )
    }
  } catch (error) {
    // Without schema read there are no requests.
    if (classifyFailure(error) !== 'missing') log.warn({ err: error }, 'process: requests could not be read')
  }
}
