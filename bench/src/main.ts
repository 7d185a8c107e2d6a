import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from './build.ts'
import { loadAverage } from './machine.ts'
import type { Figure, Row } from './measurement.ts'
import { formatTable, writeResult } from './report.ts'
import { bundle } from './rows/bundle.ts'
import { commands } from './rows/commands.ts'
import { crud } from './rows/crud.ts'
import { list } from './rows/list.ts'
import { memory } from './rows/memory.ts'
import { payouts } from './rows/payouts.ts'
import { peers } from './rows/peers.ts'
import { projection } from './rows/projection.ts'
import { start } from './rows/start.ts'
import { visible } from './rows/visible.ts'

/**
 * `npm run bench [-- row… --rounds N --seconds N --data DIR --bookings N --results DIR]`: measures
 * the figures of docs/performance.md#figures and writes `bench/results/<row>.json`, or to `DIR`.
 */
const rows: Readonly<Record<string, Row>> = {
  commands,
  projection,
  peers,
  crud,
  list,
  visible,
  payouts,
  bundle,
  memory,
  start,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    data: { type: 'string' },
    bookings: { type: 'string' },
    results: { type: 'string' },
  },
})
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  ...(values.data === undefined ? {} : { data: resolve(values.data) }),
  ...(values.bookings === undefined ? {} : { bookings: Number(values.bookings) }),
  ...(values.results === undefined ? {} : { results: resolve(values.results) }),
}
const unknown = positionals.filter((name) => rows[name] === undefined)
if (
  unknown.length > 0 ||
  !(options.rounds >= 1) ||
  !(options.seconds > 0) ||
  !((options.bookings ?? 1) >= 1)
) {
  console.error(
    [
      'npm run bench -- [row…] [--rounds N] [--seconds N] [--data DIR] [--bookings N] [--results DIR]',
      `rows: ${Object.keys(rows).join(', ')}`,
      ...(unknown.length > 0 ? [`unknown: ${unknown.join(', ')}`] : []),
    ].join('\n'),
  )
  process.exit(64)
}

buildWhatIsStale()
const figures: Figure[] = []
for (const [name, measure] of Object.entries(rows)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} …`)
  const before = loadAverage()
  const measurement = await measure(options)
  writeResult(name, measurement, options, before)
  figures.push(...measurement.figures)
}
console.log(`\n${formatTable(figures)}`)
if (figures.some(({ met }) => met === false)) process.exitCode = 1
