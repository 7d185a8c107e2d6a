// Serialisation failure and deadlock (40), connection (08), resources (53), shutdown and restart (57P).
const RETRYABLE_STATES = /^(40001|40P01|08...|53...|57P0[123])$/
const RETRYABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const RETRYABLE_MESSAGES = [
  /^Connection terminated/,
  /^Query read timeout/,
  /^timeout expired/,
  /^Client (was closed|has encountered a connection error) and is not queryable/,
]

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const POOL_FULL = 'timeout exceeded when trying to connect'

/**
 * Whether no connection became free in time, because others use them all: this process has too much to do,
 * Postgres has not failed.
 */
export const isPoolFull = (error: unknown): boolean => error instanceof Error && error.message === POOL_FULL

// The limits of a statement and of waiting for a lock (pool.ts).
const OUT_OF_TIME = /^(57014|55P03)$/

/**
 * Whether a statement failed in Postgres because it took too long. Do not repeat it immediately: it would
 * take as long again.
 */
export const ranOutOfTime = (error: unknown): boolean => OUT_OF_TIME.test(codeOf(error))

/**
 * Whether a statement named a read model that is not built yet. Any other table that is missing is a fault of
 * ours.
 */
export const isReadModelMissing = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '3F000' || (code === '42P01' && error instanceof Error && /\bread\./.test(error.message))
}

/**
 * Whether the same work may succeed when repeated: lost connections, deadlocks, serialisation failures, a
 * server out of resources. Only reads and idempotent writes may be repeated, at most 3 times with jitter
 * (docs/domain/limits.md#retries).
 */
export const retryable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    RETRYABLE_STATES.test(code) ||
    RETRYABLE_CODES.has(code) ||
    RETRYABLE_MESSAGES.some((message) => message.test(error.message)) ||
    isPoolFull(error)
  )
}
