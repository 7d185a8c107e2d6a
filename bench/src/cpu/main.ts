import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startInstallation, type Installation } from '@hearth/standalone/testing/installation'
import type pg from 'pg'
import { buildWhatIsStale } from '../build.ts'
import { untilComplete } from '../complete.ts'
import { openGenerator } from '../generators/generator.ts'
import type { RequestsInput, RequestsRound } from '../generators/requests.ts'
import { createStays, furnish, NOTE, withQuiet } from '../house.ts'
import { withDirectory } from '../temporary.ts'
import { withPool } from '../withPool.ts'
import { summarizeProfile, type Span } from './profiles.ts'
import { divide, readUsage, subtract, type Usage } from './usage.ts'

/**
 * `npm run bench:cpu [-- --seconds N --profiles DIR]`: processor milliseconds of one command and one event, by
 * part. They hardly depend on what else the machine does, unlike times. With `--profiles` every process is
 * profiled, which costs time itself, and the largest modules of each are shown.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '12' }, profiles: { type: 'string' } },
})
const seconds = Number(values.seconds)
const profiles = values.profiles === undefined ? undefined : resolve(values.profiles)
const CATCH_UP_WITHIN_MS = 600_000

type Phase = Readonly<{ name: string; count: number; usage: Usage; span: Span }>
type Sender = ReturnType<typeof openGenerator<RequestsInput, RequestsRound>>

const now = () => Number(process.hrtime.bigint() / 1_000n)

const prepareLoads = async (installation: Installation, pool: pg.Pool) => {
  const house = await furnish(installation, { listings: 4, stays: 28 })
  const importer = {
    authorization: `Bearer ${installation.token('importer')}`,
    'x-host-account': house.accountId,
  }
  const notes = house.bookings.map(({ id }) => ({ path: `/api/bookings/${id}/add-note`, body: NOTE }))
  const nextStays = createStays(house)
  return {
    idle: async () => {
      await delay(seconds * 1_000)
      return seconds
    },
    notes: async (sender: Sender) =>
      (await sender.round({ seconds, headers: house.owner, commands: notes })).count,
    bookings: async (sender: Sender) =>
      (await sender.round({ seconds, headers: importer, commands: nextStays(1_000 * seconds) })).count,
    catchUp: async () => {
      await pool.query('drop schema read cascade')
      await untilComplete(installation, CATCH_UP_WITHIN_MS)
      const { rows } = await pool.query<{ events: string }>('select count(*) as events from read.event_log')
      return Number(rows[0]?.events)
    },
  }
}

const measure = async (installation: Installation, pool: pg.Pool): Promise<readonly Phase[]> => {
  const loads = await prepareLoads(installation, pool)
  const { baseUrl } = installation
  const one: Sender = openGenerator('requests.ts', { baseUrl, clients: 1 })
  const many: Sender = openGenerator('requests.ts', { baseUrl, clients: 32 })
  const works: readonly (readonly [string, () => Promise<number>])[] = [
    ['warm-up', () => loads.notes(many)],
    ['warm-up', () => loads.bookings(many)],
    ['a second without requests', loads.idle],
    ['a note, one client', () => loads.notes(one)],
    ['a note, 32 clients', () => loads.notes(many)],
    ['a booking, 32 clients', () => loads.bookings(many)],
    ['an event, catching up', loads.catchUp],
  ]
  const phases: Phase[] = []
  await withQuiet(installation, async (quiet) => {
    for (const [name, work] of works) {
      await quiet()
      const before = await readUsage(installation, pool)
      const from = now()
      const count = await work()
      await quiet()
      const span = { from, to: now() }
      phases.push({ name, count, span, usage: subtract(await readUsage(installation, pool), before) })
      console.log(`${name}: ${count} in ${((span.to - span.from) / 1e6).toFixed(1)} s`)
    }
  })
  one.close()
  many.close()
  return phases.filter(({ name }) => name !== 'warm-up')
}

const print = (title: string, costs: Iterable<readonly [string, number]>, most = 20) => {
  const sorted = [...costs].toSorted(([, a], [, b]) => b - a)
  console.log(`\n${title}: ${sorted.reduce((sum, [, ms]) => sum + ms, 0).toFixed(3)} ms`)
  for (const [part, ms] of sorted.slice(0, most)) console.log(`  ${ms.toFixed(3).padStart(8)}  ${part}`)
}

const printUsage = (phases: readonly Phase[]) => {
  const [idle] = phases
  for (const phase of phases) {
    const { name, count, usage, span } = phase
    const share = (span.to - span.from) / 1e6 / (idle?.count ?? 1)
    const meanwhile =
      phase === idle
        ? {}
        : Object.fromEntries(Object.entries(idle?.usage ?? {}).map(([part, ms]) => [part, ms * share]))
    print(name, Object.entries(divide(usage, count, meanwhile)))
  }
}

/** A package or a file of ours; what runs below neither belongs to what called it. */
const findComponent = (source: string, functionName: string): string | undefined =>
  /^\((idle|program|garbage collector)\)$/.test(functionName)
    ? functionName
    : (/^(platform|contracts|command-service|projector|query-service|standalone)\/.*/.exec(source)?.[0] ??
      /node_modules\/((@[^/]+\/)?[^/]+)/.exec(source)?.[1])

const printProfiles = (
  directory: string,
  processes: ReadonlyMap<string, number>,
  phases: readonly Phase[],
) => {
  for (const [process, pid] of processes) {
    const file = join(directory, `${pid}.cpuprofile`)
    if (!existsSync(file)) continue
    for (const { name, count, span } of phases) {
      const sums = [...summarizeProfile(file, span, findComponent)].filter(([part]) => part !== '(idle)')
      print(
        `${process}, ${name}`,
        sums.map(([part, ms]) => [part, ms / count] as const),
        30,
      )
    }
  }
}

buildWhatIsStale()
await withDirectory(async (directory) => {
  const env =
    profiles === undefined
      ? {}
      : { PROFILES: profiles, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'profile.mjs')}` }
  const installation = await startInstallation(directory, { env })
  const processes = installation.processes()
  let phases: readonly Phase[] = []
  try {
    phases = await withPool(installation.databaseUrl, (pool) => measure(installation, pool), { max: 2 })
  } finally {
    await installation.stop()
  }
  printUsage(phases)
  if (profiles !== undefined) printProfiles(profiles, processes, phases)
})
process.exit()
