import { Metadata, status } from '@grpc/grpc-js'
import { limits, noEvents, type Revision } from './model.ts'

/**
 * An answer other than OK: gRPC status plus the trailers by which clients recognise EventStoreDB's
 * exceptions.
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: status
  readonly details: string
  readonly metadata: Metadata

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details)
    this.code = code
    this.details = details
    this.metadata = new Metadata()
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, ascii(value))
  }
}

// Trailers are ASCII only, stream names are not.
const ascii = (value: string): string => value.replaceAll(/[^\x20-\x7e]+/gu, encodeURIComponent)

export const unavailable = (reason: string): CallError => new CallError(status.UNAVAILABLE, reason)
export const cancelled = (): CallError => new CallError(status.CANCELLED, 'the server is shutting down')
export const invalid = (reason: string): CallError => new CallError(status.INVALID_ARGUMENT, reason)
export const timedOut = (): CallError => new CallError(status.ABORTED, 'the write timed out')

export const streamDeleted = (stream: string): CallError =>
  new CallError(status.FAILED_PRECONDITION, `stream ${stream} is deleted`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const wrongVersion = (stream: string, expected: string, actual: Revision): CallError =>
  new CallError(status.FAILED_PRECONDITION, `stream ${stream} is at another revision than expected`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expected,
    ...(actual === noEvents ? {} : { 'actual-version': String(actual) }),
  })

export const appendTooLarge = (): CallError =>
  new CallError(status.INVALID_ARGUMENT, `an append takes at most ${limits.appendBytes} bytes`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limits.appendBytes),
  })

export const missingMetadata = (property: string): CallError =>
  new CallError(status.INVALID_ARGUMENT, `an event needs the metadata property ${property}`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': property,
  })

export const accessDenied = (): CallError =>
  new CallError(status.PERMISSION_DENIED, 'this call needs credentials', { exception: 'access-denied' })

export const notAuthenticated = (): CallError =>
  new CallError(status.UNAUTHENTICATED, 'unknown user or wrong password')

// Not UNAVAILABLE: on that a client drops its channel, and with it the reads that still run.
export const tooManyReads = (): CallError =>
  new CallError(
    status.RESOURCE_EXHAUSTED,
    `a connection has at most ${limits.readsPerConnection} reads at a time`,
  )

/** Postgres did not answer a read; asking again is safe. */
export class LogUnavailableError extends CallError {
  override name = 'LogUnavailableError'

  constructor(cause: unknown) {
    super(status.UNAVAILABLE, 'the log cannot be read at the moment')
    this.cause = cause
  }
}

/** The error that ends a failed call; an unexpected one is INTERNAL and must be reported by the caller. */
export const toCallError = (error: unknown): CallError =>
  error instanceof CallError
    ? error
    : new CallError(status.INTERNAL, 'the event store failed to handle this call')
