import type { Log } from '@hearth/platform/telemetry/log'
import { silentLog } from '@hearth/platform/testing/log'
import { pauseFromSettings, setting } from './childSettings.ts'
import { openWorkplace } from './workplace.ts'

// A projector of the tally projections in a process of its own, to be killed and frozen by tests.
// What a test wants to see of a process that it cannot look into.
const log: Log = {
  ...silentLog,
  warn: (...parameters: unknown[]) =>
    console.log(
      'warn',
      ...parameters.map((part) =>
        part instanceof Error ? part.message : typeof part === 'string' ? part : '',
      ),
    ),
}

const workplace = await openWorkplace({
  databaseUrl: setting('DATABASE_URL'),
  eventStoreUrl: setting('EVENTSTORE_URL'),
  sealingKey: setting('SEALING_KEY'),
  log,
})
const engine = workplace.start({ batchSize: Number(setting('BATCH_SIZE')), pauseAt: pauseFromSettings() })
if (process.env['PAUSE_AT'] === undefined) console.log('ready tally')
process.once(
  'SIGTERM',
  () =>
    void engine
      .stop()
      .then(workplace.close)
      .then(() => process.exit(0)),
)
