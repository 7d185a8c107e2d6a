import { eventDefinitions } from '@hearth/contracts'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { openPool } from '@hearth/platform/postgres/pool'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { setting } from '@hearth/projector/testing/childSettings'
import { warnings } from '../warnings.ts'
import { generateBookings } from './generate.ts'
import { committedShape } from './shape.ts'

// The generator in a process of its own, for a test to kill: ready once it has written KILL_AFTER events, or
// all of them.
const pool = openPool({
  connectionString: setting('DATABASE_URL'),
  max: 2,
  name: 'generator',
  log: warnings,
  limits: 'long',
})
const store = connectEventStore({ url: setting('EVENTSTORE_URL'), name: 'generator', log: warnings })
const sealer = createSealer({
  pool,
  masterKey: setting('SEALING_KEY'),
  personal: (type) => eventDefinitions.get(type)?.personal ?? {},
})
const killAfter = Number(process.env['KILL_AFTER'] ?? Number.POSITIVE_INFINITY)
let announced = false
const done = await generateBookings(
  { store, sealer, commandHashKey: setting('COMMAND_HASH_KEY') },
  JSON.parse(setting('RUN')),
  committedShape(),
  ({ events }) => {
    if (announced || events < killAfter) return
    announced = true
    console.log('ready to be killed')
  },
)
await store.close()
await pool.end()
console.log(`ready ${JSON.stringify(done)}`)
