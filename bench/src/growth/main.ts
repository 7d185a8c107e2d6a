import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale, root } from '../build.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { writeJson } from '../report.ts'
import { measureProjectors } from './measureProjectors.ts'
import { measureGrowth } from './measureGrowth.ts'

const USAGE = `npm run bench:growth -- --data <directory> [--projectors 1,2,4]

Measures an installation with generated bookings, which must not be running; with --projectors instead so many
processes that share the segments of the bookings.`

const { values } = parseArgs({
  options: { data: { type: 'string' }, projectors: { type: 'string' } },
})
if (values.data === undefined) {
  console.error(USAGE)
  process.exit(64)
}
const directory = resolve(values.data)
buildWhatIsStale()
const before = loadAverage()
if (values.projectors !== undefined) {
  const rates = await measureProjectors(directory, values.projectors.split(',').map(Number))
  writeJson('projectors', {
    row: 'projectors',
    date: new Date().toISOString(),
    ...describeMachine(),
    loadAverageBefore: before,
    loadAverageAfter: loadAverage(),
    rates,
  })
  console.log(JSON.stringify(rates, null, 2))
  process.exit()
}
const measured = await measureGrowth(directory, console.log)
const name = `growth-${measured.bookings}`
const file = join(root, `bench/results/${name}.json`)
// Figures that can be measured only once, while tables are missing, are kept from that time.
const kept: Readonly<Record<string, unknown>> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const once = ['catchUpAllEventsPerSecond', 'catchUpSeconds']
  .filter((key) => key in kept)
  .map((key) => [key, kept[key]])
const generated = join(directory, 'generated.json')
const generator = existsSync(generated) ? { generator: JSON.parse(readFileSync(generated, 'utf8')) } : {}
writeJson(name, {
  row: 'growth',
  date: new Date().toISOString(),
  ...describeMachine(),
  loadAverageBefore: before,
  loadAverageAfter: loadAverage(),
  ...Object.fromEntries(once),
  ...generator,
  ...measured,
})
console.log(JSON.stringify(measured, null, 2))
process.exit()
