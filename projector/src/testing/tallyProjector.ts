import type { Log } from '@hearth/platform/log'
import { silentLog } from '@hearth/platform/testing/log'
import type { Pause } from '../runtime/commitBatch.ts'
import { openWorkplace } from './workplace.ts'

// A projector of the tally projections in a process of its own, to be killed and frozen by tests. With PAUSE_AT it says that it is ready when it holds a
// batch there, the PAUSE_AFTER-th, until SIGUSR2.
const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
const place = process.env['PAUSE_AT']
let left = Number(process.env['PAUSE_AFTER'] ?? 0)
const resumed = new Promise<void>((resolve) => process.once('SIGUSR2', resolve))
const pauseAt: Pause = async (at) => {
  if (at !== place || left < 0) return
  left -= 1
  if (left >= 0) return
  console.log(`ready at ${at}`)
  await resumed
}
// What a test wants to see of a process that it cannot look into.
const log: Log = { ...silentLog, warn: (...parameters: unknown[]) => console.log('warn', ...parameters.map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : ''))) }

const workplace = await openWorkplace({ databaseUrl: setting('DATABASE_URL'), eventStoreUrl: setting('EVENTSTORE_URL'), sealingKey: setting('SEALING_KEY'), log })
const engine = workplace.start({ batchSize: Number(setting('BATCH_SIZE')), pauseAt })
if (place === undefined) console.log('ready tally')
process.once('SIGTERM', () => void engine.stop().then(workplace.close).then(() => process.exit(0)))
