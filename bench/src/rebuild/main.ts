import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startInstallation } from '@hearth/standalone/testing/installation'
import { buildWhatIsStale, root } from '../build.ts'
import { untilComplete } from '../complete.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { rebuildUnderLoad } from './rebuildUnderLoad.ts'

const USAGE = `npm run test:rebuild -- --data <directory> [--commands 100] [--reads 300]
                              [--projection booking]

Starts the installation in this directory, which must not be running and should hold bookings
(npm run generate), and rebuilds a read model under load. It adds notes to bookings.
Writes bench/results/rebuild-<bookings>.json.`
const LIMIT_MS = 1_000
const COMPLETE_WITHIN_MS = 7_200_000

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    commands: { type: 'string', default: '100' },
    reads: { type: 'string', default: '300' },
    projection: { type: 'string', default: 'booking' },
  },
})
const [commandsPerSecond, readsPerSecond] = [Number(values.commands), Number(values.reads)]
if (values.data === undefined || !(commandsPerSecond >= 0) || !(readsPerSecond >= 0)) {
  console.error(USAGE)
  process.exit(64)
}

buildWhatIsStale()
const installation = await startInstallation(resolve(values.data))
try {
  console.log('waiting until every read model is complete …')
  await untilComplete(installation, COMPLETE_WITHIN_MS, console.log)
  const before = loadAverage()
  const figures = await rebuildUnderLoad(installation, {
    projection: values.projection,
    commandsPerSecond,
    readsPerSecond,
    onProgress: (text) => console.log(text),
  })
  const met =
    figures.failed.reads === 0 &&
    figures.failed.commands === 0 &&
    figures.backward === 0 &&
    figures.difference.every((text) => text.endsWith('equal')) &&
    [...figures.cutOverMs, ...figures.rollbackMs].every((ms) => ms < LIMIT_MS)
  const result = {
    row: 'rebuild',
    date: new Date().toISOString(),
    ...describeMachine(),
    loadAverageBefore: before,
    loadAverageAfter: loadAverage(),
    projection: values.projection,
    met,
    ...figures,
  }
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  writeFileSync(
    join(root, `bench/results/rebuild-${figures.bookings}.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(JSON.stringify(result, null, 2))
  process.exitCode = met ? 0 : 1
} finally {
  await installation.stop()
}
process.exit()
