/**
 * The limits of error reporting (docs/domain/console.md#error-reporting): bytes, counts, milliseconds. The
 * first four are the library's own, pinned by a test.
 */
export const LIMITS = {
  inFlightKeepaliveBytes: 60_000,
  concurrentKeepaliveRequests: 15,
  rateLimitBackoffMs: 60_000,
  spansPerTransaction: 1_000,
  bufferedEvents: 64,
  idleTimeoutMs: 1_000,
  finalTimeoutMs: 30_000,
  childSpanTimeoutMs: 15_000,
} as const

/** Reports are sent to our own origin, which forwards them. */
export const TUNNEL = '/monitoring'
