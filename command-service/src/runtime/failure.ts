import { OutcomeUnknownError } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { isPoolFull } from '@hearth/platform/postgres/retryable'
import { isUnavailable } from '@hearth/platform/http/unavailable'
import { QueueFullError } from './keyedQueue.ts'
import { refuse, type Envelope, type Refused } from './outcome.ts'

/** A step of a chain was refused; the caller of the chain gets the same refusal. */
export class StepRefusedError extends Error {
  override name = 'StepRefusedError'
  constructor(
    step: string,
    readonly refusal: Refused,
  ) {
    super(`${step} was refused: ${refusal.code}`)
  }
}

/** Failures of the outside world as a refusal; anything else is a bug and is rethrown. */
export const refuseFailure = (error: unknown, { type, correlationId }: Envelope, log: Log): Refused => {
  const fields = { err: error, type, correlationId }
  if (error instanceof StepRefusedError) return error.refusal
  if (error instanceof QueueFullError)
    return refuse('OVERLOADED', 'Too many commands wait for the same record.')
  if (error instanceof OutcomeUnknownError) {
    log.warn(fields, 'command: outcome unknown')
    return refuse(
      'OUTCOME_UNKNOWN',
      'We don’t know whether this worked. Repeat it with the same Idempotency-Key.',
    )
  }
  if (isPoolFull(error))
    return refuse('OVERLOADED', 'Hearth is very busy. Try again with the same Idempotency-Key.')
  if (isUnavailable(error)) {
    log.warn(fields, 'command: dependency unavailable')
    return refuse(
      'DEPENDENCY_UNAVAILABLE',
      'Part of Hearth is temporarily unavailable. Try again with the same Idempotency-Key.',
    )
  }
  throw error
}
