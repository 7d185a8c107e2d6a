import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'

const UNAVAILABLE = 14
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16
// grpc-js says so only before a connection carried the request.
const NEVER_SENT = /UNAVAILABLE: (No connection established|Name resolution failed)|^Failed to discover/
const REFUSED = [InvalidArgumentError, StreamDeletedError, MaxAppendSizeExceededError]

const hasCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => error.code === code)

/** The server does not accept the user, or what the user may do. */
export const isDenied = (error: unknown): boolean =>
  error instanceof AccessDeniedError || hasCode(error, PERMISSION_DENIED, UNAUTHENTICATED)

/**
 * What a failed call says about its effect. `refused`: the server said no, repeating is useless. `unsent`: it
 * never reached a server that would act on it. `unknown`: it may have been carried out.
 */
export type CallOutcome = 'refused' | 'unsent' | 'unknown'

export const classifyFailure = (error: unknown): CallOutcome => {
  if (isDenied(error) || REFUSED.some((type) => error instanceof type)) return 'refused'
  if (error instanceof NotLeaderError) return 'unsent'
  return error instanceof Error && NEVER_SENT.test(error.message) ? 'unsent' : 'unknown'
}

/**
 * The client passes on some errors raw, so the gRPC code decides, not the class
 * (docs/domain/event-store.md#faults-of-the-client).
 */
export const isUnavailable = (error: unknown): boolean =>
  classifyFailure(error) === 'unsent' || hasCode(error, UNAVAILABLE)
