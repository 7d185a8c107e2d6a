import { loadConfig } from '@hearth/platform/config/loadConfig'
import { z } from 'zod'
import { closeDemo, prepareDemo } from './prepareDemo.ts'

/** Started by `npm start` to open or close the demonstration; ends when that is done. */
const settings = loadConfig(
  z.object({
    HEARTH_DATA: z.string(),
    BASE_URL: z.url(),
    COMMAND_URL: z.url(),
    DATABASE_URL: z.string(),
    SEALING_KEY: z.string(),
    IMPORTER_TOKEN: z.string(),
    GATEWAY_TOKEN: z.string(),
    SCHEDULER_TOKEN: z.string(),
  }),
)

const work =
  process.argv[2] === 'close'
    ? closeDemo(settings.HEARTH_DATA, settings.DATABASE_URL)
    : prepareDemo({
        directory: settings.HEARTH_DATA,
        baseUrl: settings.BASE_URL,
        commandUrl: settings.COMMAND_URL,
        importerToken: settings.IMPORTER_TOKEN,
        gatewayToken: settings.GATEWAY_TOKEN,
        schedulerToken: settings.SCHEDULER_TOKEN,
        databaseUrl: settings.DATABASE_URL,
        sealingKey: settings.SEALING_KEY,
      })
work.catch((error: unknown) => {
  // `npm start` shows the last lines of a program that failed.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
