import cliProgress from 'cli-progress'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeJson } from '@hearth/standalone/supervisor/records'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '../build.ts'
import { openEngines } from './engines.ts'
import { generateBookings } from './generate.ts'
import { muteManagers } from './muteManagers.ts'
import { readStays } from './readStays.ts'
import type { Run } from './run.ts'
import { committedShape, measureShape } from './shape.ts'

const USAGE = `npm run generate -- bookings [--count 1000000] [--tenants 5000] [--data .hearth] [--seed 1]
                             [--largest 50000 [--threads 5000]] [--today YYYY-MM-DD]
                             [--like hotel_bookings.csv]
npm run generate -- shape <hotel_bookings.csv>     writes bench/src/generate/shape.json,
                                                   the distributions used without --like

--largest gives the first tenant this many of the bookings, --threads its first bookings a thread.
Fills the event store of a standalone installation that is not running. It can be interrupted at any point;
the same command continues where it stopped.`

const stop = (text: string): never => {
  console.error(text)
  process.exit(64)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1000000' },
    tenants: { type: 'string' },
    largest: { type: 'string' },
    threads: { type: 'string' },
    seed: { type: 'string', default: '1' },
    today: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    data: { type: 'string', default: process.env['HEARTH_DATA'] ?? '.hearth' },
    like: { type: 'string' },
  },
})

const parseRun = (): Run => {
  const [bookings, seed] = [Number(values.count), Number(values.seed)]
  const tenants =
    values.tenants === undefined
      ? Math.max(1, Math.min(5_000, Math.round(bookings / 200)))
      : Number(values.tenants)
  const largest = values.largest === undefined ? undefined : Number(values.largest)
  const threads = values.threads === undefined ? undefined : Number(values.threads)
  if (
    ![bookings, tenants, seed, largest ?? 1, threads ?? 0].every(Number.isSafeInteger) ||
    tenants < 1 ||
    bookings - ((largest ?? 1) - 1) < tenants ||
    (threads ?? 0) > (largest ?? 0) ||
    (largest !== undefined && tenants < 2) ||
    !/^2\d{3}-\d\d-\d\d$/.test(values.today)
  )
    stop(USAGE)
  return {
    seed,
    bookings,
    tenants,
    ...(largest === undefined ? {} : { largest }),
    ...(threads === undefined ? {} : { threads }),
    today: values.today,
  }
}

const writeBookings = async () => {
  const run = parseRun()
  const shape = values.like === undefined ? committedShape() : measureShape(readStays(values.like))
  buildWhatIsStale()
  const engines = await openEngines(resolve(values.data))
  const bar = new cliProgress.SingleBar(
    {
      format:
        'Generating {bar} {percentage}% | {value}/{total} bookings | {rate} events/s | {eta_formatted} left',
      etaBuffer: 100,
      noTTYOutput: true,
      notTTYSchedule: 10_000,
    },
    cliProgress.Presets.shades_classic,
  )
  const begun = performance.now()
  bar.start(run.bookings, 0, { rate: 0 })
  try {
    const { found, events } = await generateBookings(engines, run, shape, (done) =>
      bar.update(done.bookings, { rate: Math.round((done.events / (performance.now() - begun)) * 1_000) }),
    )
    bar.stop()
    await muteManagers(engines)
    const seconds = (performance.now() - begun) / 1_000
    writeJson(join(resolve(values.data), 'generated.json'), { ...run, found, events, seconds })
    console.log(
      `${run.bookings} bookings of ${run.tenants} hosts${found > 0 ? `, ${found} already present` : ''}: ` +
        `${events} events in ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} events/s`,
    )
  } finally {
    bar.stop()
    await engines.close()
  }
}

const [what, file] = positionals
if (what === 'bookings') await writeBookings()
else if (what === 'shape' && file !== undefined)
  writeFileSync(new URL('shape.json', import.meta.url), `${JSON.stringify(measureShape(readStays(file)))}\n`)
else stop(USAGE)
process.exit(0)
