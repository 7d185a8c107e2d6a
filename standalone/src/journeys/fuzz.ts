import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowed } from '@hearth/platform/testing/allowed'
import { allRoutes, formatRoute } from './allRoutes.ts'
import { effectsSince } from './effects.ts'
import { openFuzz, type FuzzResult } from './fuzzRun.ts'
import { openJourney } from './journey.ts'
import { openWorld } from './world.ts'

/**
 * `npm run test:fuzz`: random requests to every endpoint, derived from its schemas
 * (docs/domain/limits.md#bodies). `REQUESTS=N`, `ROUTES=<pattern>`, `SEED=N` repeats a run.
 */
const REQUESTS = Number(process.env['REQUESTS'] ?? 52_000)
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 30))
const pattern = new RegExp(process.env['ROUTES'] ?? '')
/** Cases that have failed once; every later run begins with them. */
const FILE = join(import.meta.dirname, 'failingCases.json')

type Kept = Readonly<{ route: string; seed: number }>
const kept: readonly Kept[] = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept[]) : []
const routes = allRoutes().filter((route) => pattern.test(formatRoute(route)))
console.log(`fuzz: SEED=${SEED}, ${routes.length} routes, ${kept.length} cases that failed once`)

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** Finds refused requests that have left an effect. */
const findTraces = (
  effects: Awaited<ReturnType<typeof effectsSince>>,
  { refused, aboutRefusals }: FuzzResult,
) =>
  effects.flatMap(({ correlation, type }) => {
    const request = refused.get(correlation)
    return request === undefined || aboutRefusals.includes(type)
      ? []
      : [{ ...request, wrong: `was refused, and yet there is ${type}` }]
  })

const journey = await openJourney()
let failed = true
try {
  const world = await openWorld(journey)
  const [pids, before, memory] = [journey.processes(), await journey.events.end(), journey.memory()]
  const fuzz = openFuzz(journey, world)
  const begun = performance.now()
  const old = kept.flatMap(({ route: name, seed }) =>
    routes.filter((route) => formatRoute(route) === name).map((route) => ({ route, seed })),
  )
  const each = Math.ceil(REQUESTS / routes.length)
  const fresh = Array.from({ length: each }, (_, round) =>
    routes.map((route, at) => ({ route, seed: (SEED + round * 7_919 + at * 104_729) % 2 ** 31 })),
  ).flat()
  const result = await fuzz([...old, ...fresh])
  const seconds = Math.round((performance.now() - begun) / 1_000)
  const events = await journey.countEvents()
  const grown = journey.memory()
  const failures = [...result.failures, ...findTraces(await effectsSince(journey, before), result)]
  for (const { route, seed, wrong } of failures.slice(0, 60))
    console.log(`failed: ${route} seed ${seed}: ${wrong}`)
  // The errors from the log, which is deleted with the installation.
  for (const line of journey
    .log()
    .split('\n')
    .filter((text) => text.includes('"level":50'))
    .slice(-10))
    console.log(line.slice(0, 1_000))
  const [mails] = await journey.query(
    `select count(*)::int as count from app.mail where kind in ('sign-in-link', 'password-reset')`,
  )
  const samePids = JSON.stringify([...journey.processes()]) === JSON.stringify([...pids])
  const sorted = [...result.times].sort((one, other) => one - other)
  const known = new Map(
    [...kept, ...failures.map(({ route, seed }) => ({ route, seed }))].map((one) => [
      JSON.stringify(one),
      one,
    ]),
  )
  if (known.size > kept.length)
    writeFileSync(FILE, `${JSON.stringify([...known.values()].slice(-200), null, 1)}\n`)
  console.log(
    `${result.requests} requests to ${routes.length} endpoints in ${seconds} s ` +
      `(${Math.round(result.requests / seconds)}/s): ` +
      Object.entries(result.statuses)
        .map(([status, count]) => `${status} ${count}`)
        .join(', '),
  )
  console.log(
    `answers p50 ${percentile(sorted, 0.5)} ms, p99 ${percentile(sorted, 0.99)} ms, ` +
      `longest ${percentile(sorted, 1)} ms; events in the log ${events}; memory ` +
      [...grown].map(([name, mb]) => `${name} ${memory.get(name) ?? 0} → ${mb} MB`).join(', '),
  )
  const lostMail = Number(mails?.['count']) !== result.linksAsked
  if (lostMail)
    console.log(`${String(mails?.['count'])} links wait to be sent where ${result.linksAsked} were asked for`)
  console.log(
    `${failures.length} failures (SEED=${SEED}), ` +
      (samePids ? 'the same processes' : 'A PROCESS HAS RESTARTED'),
  )
  const slow = percentile(sorted, 0.99) > allowed(1_000)
  if (slow) console.log('one answer in a hundred took longer than a second')
  failed = slow || failures.length > 0 || !samePids || lostMail
} finally {
  await journey.close()
}
process.exit(failed ? 1 : 0)
