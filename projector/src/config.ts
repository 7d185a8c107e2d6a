import { settings } from '@hearth/platform/config/fields'
import { z } from 'zod'

const { NODE_ENV, LOG_LEVEL, HOST, PORT, DATABASE_URL, EVENTSTORE_URL, SEALING_KEY, SENTRY_DSN } = settings

/** What the command line needs of the projector's settings. */
export const zProjectionsConfig = z.object({ NODE_ENV, LOG_LEVEL: LOG_LEVEL.default('warn'), DATABASE_URL, EVENTSTORE_URL, SEALING_KEY })

/** Settings of the projector. */
export const zProjectorConfig = z.object({
  NODE_ENV, LOG_LEVEL, HOST, PORT, DATABASE_URL, EVENTSTORE_URL, SEALING_KEY, SENTRY_DSN,
  /** Waits this long before each batch, so that tests can look at what readers see meanwhile. Milliseconds. */
  PROJECTION_DELAY_MS: z.string().regex(/^\d{1,5}$/, 'must be milliseconds, 0 to 99999').transform(Number).default(0),
})
