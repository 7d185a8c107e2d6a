import cliProgress from 'cli-progress'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCommandSender } from '../commands/commandSender.ts'
import { readServiceToken } from '../installation/readServiceToken.ts'
import { parseStays } from './parseStays.ts'
import { planImport } from './plan.ts'
import { runImport } from './run.ts'

const USAGE = `npm run import -- hotel-bookings <file.csv> [--url http://localhost:3000]
                                            [--report file.json] [--parallel 24]`

const stop = (text: string): never => {
  console.error(text)
  process.exit(78)
}
const attempt = <Value>(work: () => Value, why: string): Value => {
  try {
    return work()
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : String(error)}\n${why}`)
  }
}

const readFile = (file: string) => {
  const content = attempt(() => readFileSync(file), 'The file cannot be read.')
  return attempt(() => parseStays(content), `${file} is not the hotel bookings data set.`)
}

const { values, positionals } = attempt(
  () =>
    parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` },
        report: { type: 'string' },
        parallel: { type: 'string', default: '24' },
      },
    }),
  USAGE,
)
const [dataSet, file] = positionals
if (dataSet !== 'hotel-bookings' || file === undefined) stop(USAGE)
const parallel = Number(values.parallel)
if (!Number.isInteger(parallel) || parallel < 1 || parallel > 64) stop(`--parallel must be 1 to 64\n${USAGE}`)

const started = Date.now()
const { stays, refusals } = readFile(file ?? '')
const { actions, listings } = planImport(stays)
const bar = new cliProgress.SingleBar(
  {
    format: 'Importing {bar} {percentage}% | {value}/{total} commands | {rate}/s | {eta_formatted} left',
    etaBuffer: 2_000,
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  },
  cliProgress.Presets.shades_classic,
)
bar.start(actions.length, 0, { rate: 0 })
const rejections = await runImport({
  actions,
  listings,
  parallel,
  send: createCommandSender(
    values.url,
    attempt(() => readServiceToken('importer'), USAGE),
  ),
  onProgress: (done) =>
    bar.update(done, { rate: Math.round(done / Math.max(0.001, (Date.now() - started) / 1000)) }),
})
bar.stop()

const refused = [...refusals, ...rejections].toSorted((a, b) => a.line - b.line)
const reasons = [...new Set(refused.map((row) => row.reason))].map((reason) => ({
  reason,
  lines: refused.filter((row) => row.reason === reason).map((row) => row.line),
}))
console.log(
  `\n${stays.length - rejections.length} rows accepted, ${refused.length} refused, ` +
    `${actions.length} commands, ${Math.round((Date.now() - started) / 1000)} s`,
)
for (const { reason, lines } of reasons)
  console.log(
    `  ${reason}: ${lines.length} (lines ${lines.slice(0, 8).join(', ')}${lines.length > 8 ? ', …' : ''})`,
  )
const report = {
  accepted: stays.length - rejections.length,
  refused,
  listings: Object.fromEntries(listings),
  commands: actions.length,
}
if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`)
process.exit(0)
