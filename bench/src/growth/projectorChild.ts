import { openWorkplace, registeredDomain } from '@hearth/projector/testing/workplace'
import { setting } from '@hearth/projector/testing/childSettings'
import { warnings } from '../warnings.ts'

// One of several projectors of the bookings, which writes into a database of its own beside the installation's.
const source = {
  databaseUrl: setting('DATABASE_URL'),
  eventStoreUrl: setting('EVENTSTORE_URL'),
  sealingKey: setting('SEALING_KEY'),
  log: warnings,
}
const keys = await openWorkplace({ ...source, domain: registeredDomain })
const projections = registeredDomain.projections.filter(({ name }) => name === 'booking')
console.log('ready to begin')
await new Promise<void>((resolve) => process.once('SIGUSR2', () => resolve()))
const target = await openWorkplace({
  ...source,
  databaseUrl: setting('TARGET_URL'),
  domain: { ...registeredDomain, projections },
})
const engine = target.start({ read: keys.read, segments: Number(setting('SEGMENTS')) })
process.once('SIGTERM', () => void engine.stop().then(() => process.exit(0)))
