import { loadConfig } from '@hearth/platform/config/loadConfig'
import { runProcess } from '@hearth/platform/process/runProcess'
import { runAtLowPriority } from '@hearth/platform/process/lowPriority'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { zProjectorConfig } from '../config.ts'
import { openProjector } from '../open.ts'
import { startEngine } from '../runtime/engine/engine.ts'

// Carries on builds beside serving ones until standard input closes: a projector starts and ends it
// (keepRebuilder.ts), with its own environment.
const NAME = 'rebuilder'

runAtLowPriority(process.pid)
const config = loadConfig(zProjectorConfig)
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const reports = await openErrorReports({ dsn: config.SENTRY_DSN, name: NAME, environment: config.NODE_ENV })
const { options, close } = openProjector(config, log, NAME)
const engine = startEngine({ ...options, delayMs: config.PROJECTION_DELAY_MS, helper: 'beside' })
runProcess({
  close: async () => {
    await engine.stop()
    await close()
  },
  log,
  reports,
})
