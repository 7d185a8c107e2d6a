import { eventDefinitions } from '@hearth/contracts'
import { silentLog } from '@hearth/platform/testing/log'
import { processes } from '../registry.ts'
import { startProcesses } from '../processes/startProcesses.ts'
import { pauseFromSettings, setting } from './childSettings.ts'
import { openWorkplace } from './workplace.ts'

// The process managers in a process of their own, to be killed by tests.
const workplace = await openWorkplace({
  databaseUrl: setting('DATABASE_URL'),
  eventStoreUrl: setting('EVENTSTORE_URL'),
  sealingKey: setting('SEALING_KEY'),
  log: silentLog,
  domain: { definitions: eventDefinitions, projections: [], resources: [] },
})
const running = startProcesses({
  ...workplace.options,
  managers: processes,
  batchSize: Number(setting('BATCH_SIZE')),
  leaseSeconds: Number(setting('LEASE_S')),
  pauseAt: pauseFromSettings(),
})
if (process.env['PAUSE_AT'] === undefined) console.log('ready processes')
process.once(
  'SIGTERM',
  () =>
    void running
      .stop()
      .then(workplace.close)
      .then(() => process.exit(0)),
)
