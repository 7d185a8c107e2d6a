import { settings } from '@hearth/platform/config/fields'
import { z } from 'zod'
import { KEEP_MINUTES } from './runtime/engine/options.ts'
import { REBUILD_SHARE } from './runtime/builds/yieldToServing.ts'

const {
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  UNENCRYPTED_HOSTS,
  EVENTSTORE_URL,
  SEALING_KEY,
  SENTRY_DSN,
} = settings

const MAX_SEGMENTS = 64
const MAX_KEEP_MINUTES = 10_080

const operations = {
  /**
   * Into how many segments each projection is cut, by tenant, to be shared by several projectors. Takes
   * effect when none is running.
   */
  PROJECTION_SEGMENTS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number')
    .transform(Number)
    .refine((count) => count >= 1 && count <= MAX_SEGMENTS, `must be 1 to ${MAX_SEGMENTS}`)
    .default(1),
  /**
   * The part of its time that a rebuild or a comparison works, above 0 to 1: a low priority holds back
   * neither a Postgres on another machine nor what reads from the disk.
   */
  PROJECTION_REBUILD_SHARE: z
    .string()
    .regex(/^(0?\.\d{1,3}|1(\.0)?)$/, 'must be above 0 to 1')
    .transform(Number)
    .refine((share) => share > 0, 'must be above 0')
    .default(REBUILD_SHARE),
  /** How long the previous table is kept current after a cut-over, for an immediate rollback. Minutes. */
  PROJECTION_KEEP_MINUTES: z
    .string()
    .regex(/^\d{1,5}$/, 'must be minutes')
    .transform(Number)
    .refine((minutes) => minutes <= MAX_KEEP_MINUTES, `must be at most ${MAX_KEEP_MINUTES}`)
    .default(KEEP_MINUTES),
}

/** What the command line needs of the projector's settings. */
export const zProjectionsConfig = z.object({
  NODE_ENV,
  LOG_LEVEL: LOG_LEVEL.default('warn'),
  DATABASE_URL,
  UNENCRYPTED_HOSTS,
  EVENTSTORE_URL,
  SEALING_KEY,
  ...operations,
})

/** Settings of the projector. */
export const zProjectorConfig = z.object({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  PORT,
  DATABASE_URL,
  UNENCRYPTED_HOSTS,
  EVENTSTORE_URL,
  SEALING_KEY,
  SENTRY_DSN,
  ...operations,
  /** Whether the table for changed code takes over by itself once it is complete, or on request. */
  PROJECTION_CUTOVER: z.enum(['automatic', 'asked']).default('automatic'),
  /**
   * Waits this long before each batch, so that tests can look at what readers see meanwhile. Milliseconds.
   */
  PROJECTION_DELAY_MS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be milliseconds, 0 to 99999')
    .transform(Number)
    .default(0),
})
