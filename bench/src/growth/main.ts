import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale, root } from '../build.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { writeJson } from '../report.ts'
import { measureGrowth } from './measureGrowth.ts'

const USAGE = `npm run bench:growth -- --data <directory>

Measures an installation with generated bookings, which must not be running.`

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) {
  console.error(USAGE)
  process.exit(64)
}
const directory = resolve(values.data)
buildWhatIsStale()
const before = loadAverage()
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
