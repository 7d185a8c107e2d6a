import { silentLog } from '@hearth/platform/testing/log'
import { openWorkplace } from './workplace.ts'

// A projector of the tally projections in a process of its own, to be killed by tests.
const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
const place = await openWorkplace({
  databaseUrl: setting('DATABASE_URL'),
  eventStoreUrl: setting('EVENTSTORE_URL'),
  sealingKey: setting('SEALING_KEY'),
  log: silentLog,
})
const engine = place.start({ batchSize: Number(setting('BATCH_SIZE')) })
console.log('ready tally')
process.once('SIGTERM', () => void engine.stop().then(place.close).then(() => process.exit(0)))
