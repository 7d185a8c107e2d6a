import { pino, type DestinationStream, type Logger } from 'pino'
import { withoutPersons } from './withoutPersons.ts'

/**
 * The only fields that reach a log line: ids, codes, sizes and times, never bodies, cookies or headers
 * (docs/domain/limits.md#logs).
 */
export const LOGGED_FIELDS: readonly string[] = [
  'svc',
  'code',
  'digest',
  'correlationId',
  'tenantId',
  'actorId',
  'route',
  'method',
  'status',
  'ms',
  'err',
  'fields',
  'pool',
  'stream',
  'revision',
  'commit',
  'prepare',
  'type',
  'count',
  'size',
  'projection',
  'projections',
  'version',
  'name',
  'names',
  'reason',
  'signal',
  'attempt',
  'delayMs',
  'queue',
  'job',
  'jobId',
  'eventId',
  'bookingId',
  'listingId',
  'claimId',
  'commandId',
  'port',
  'host',
  'child',
  'exitCode',
  'pid',
  'batch',
  'lag',
  'rows',
  'events',
  'process',
  'state',
  'step',
  'policy',
  'path',
]
const allowed = new Set(LOGGED_FIELDS)
const MAX_TEXT = 300
const MAX_ITEMS = 20

const readField = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_TEXT) : undefined
}

/** An error without what a user may have typed: class, code, shortened message and frames. */
export const safeError = (error: unknown, depth = 0): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = readField(error, 'code')
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: withoutPersons(error.message),
    frames: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause === undefined || depth > 2 ? {} : { cause: safeError(error.cause, depth + 1) }),
  }
}

const safeValue = (key: string, value: unknown): unknown => {
  if (value instanceof Error) return safeError(value)
  if (key === 'err') return safeError(value)
  if (typeof value === 'string') return value.slice(0, MAX_TEXT)
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ITEMS)
      .map((item) => (typeof item === 'number' ? item : String(item).slice(0, MAX_TEXT)))
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const safeFields = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      allowed.has(key) ? [[key, safeValue(key, value)]] : [],
    ),
  )

/** One JSON line per entry, times in UTC, fields by allow-list. `svc` names the process. */
export const createLogger = (
  options: Readonly<{ name: string; level?: string; destination?: DestinationStream }>,
): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { svc: options.name },
      timestamp: () => `,"ts":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: safeFields },
      // The formatter above has done it; pino's own serialiser would add what it left out.
      serializers: { err: (value: unknown) => value },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  )
