import { loadConfig } from '@hearth/platform/config/loadConfig'
import { settings } from '@hearth/platform/config/fields'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Settings of `npm start`. */
export const zStandaloneSettings = z
  .object({
    /** The front door's port; the parts behind it pick their own. */
    PORT: settings.PORT.refine((port) => port > 0, 'must be a port number').default(3000),
    HEARTH_DATA: z
      .string()
      .min(1)
      .max(1000)
      .default('.hearth')
      .transform((path) => resolve(path)),
    /** A PostgreSQL that runs already; absent = the embedded one. */
    DATABASE_URL: settings.DATABASE_URL.optional(),
    /** An event store that runs already. */
    EVENTSTORE_URL: settings.EVENTSTORE_URL.optional(),
    /** Starts the event store; absent = the embedded one. */
    EVENT_STORE_COMMAND: settings.EVENT_STORE_COMMAND.optional(),
    NODE_ENV: settings.NODE_ENV,
    LOG_LEVEL: settings.LOG_LEVEL,
    /** Slows the projector down by this many milliseconds per batch, so that tests can observe the delay. */
    PROJECTION_DELAY_MS: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of milliseconds')
      .optional(),
  })
  .refine(
    ({ EVENTSTORE_URL, EVENT_STORE_COMMAND }) =>
      EVENTSTORE_URL === undefined || EVENT_STORE_COMMAND === undefined,
    {
      path: ['EVENT_STORE_COMMAND'],
      message: 'must not be set together with EVENTSTORE_URL, which names an event store that runs',
    },
  )

export type Settings = z.output<typeof zStandaloneSettings>

/** Ends the process with 78 and the field's name when a setting is wrong. */
export const loadSettings = (): Settings => loadConfig(zStandaloneSettings)
