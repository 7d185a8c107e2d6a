import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'

const UNAVAILABLE = 14
// grpc-js says so only before a connection carried the request.
const NEVER_SENT = /UNAVAILABLE: (No connection established|Name resolution failed)|^Failed to discover/
const REFUSED = [AccessDeniedError, InvalidArgumentError, StreamDeletedError, MaxAppendSizeExceededError]

/**
 * What a failed call says about its effect. `refused`: the server said no, repeating is useless. `unsent`: it
 * never reached a server that would act on it. `unknown`: it may have been carried out.
 */
export type CallOutcome = 'refused' | 'unsent' | 'unknown'

export const classifyFailure = (error: unknown): CallOutcome => {
  if (REFUSED.some((type) => error instanceof type)) return 'refused'
  if (error instanceof NotLeaderError) return 'unsent'
  return error instanceof Error && NEVER_SENT.test(error.message) ? 'unsent' : 'unknown'
}

/**
 * The client passes on some errors raw, so the gRPC code decides, not the class
 * (docs/domain/event-store.md#faults-of-the-client).
 */
export const isUnavailable = (error: unknown): boolean =>
  classifyFailure(error) === 'unsent' ||
  (error instanceof Error && 'code' in error && error.code === UNAVAILABLE)
