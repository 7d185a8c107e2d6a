/**
 * What error reporting may cost the page (docs/domain/console.md#error-reporting). Bytes, counts,
 * milliseconds. The first four lines are the library's own, pinned in a test.
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

/** Where reports go: our own origin, which passes them on. */
export const TUNNEL = '/monitoring'
