import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { loadConfig } from '@hearth/platform/config/loadConfig'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { zProjectionsConfig } from '../config.ts'
import { listBuilds, listParked } from './listBuilds.ts'
import { openProjector } from '../open.ts'
import { startProcesses } from '../processes/startProcesses.ts'
import { startEngine } from '../runtime/engine/engine.ts'
import { discardBuilds } from '../runtime/builds/discardBuilds.ts'
import { hashTable } from '../runtime/builds/hashTable.ts'
import { buildBeside } from '../runtime/builds/rebuild.ts'
import { insertRequest, readAnswer } from '../runtime/operations/requests.ts'
import { prepareSchema } from '../runtime/builds/schema.ts'
import { switchBuild } from '../runtime/builds/switchBuild.ts'
import { describeDifference, verifyBuild } from '../runtime/builds/verifyBuild.ts'

const EXIT_USAGE = 64
const POLL_MS = 50
const FORMS = [
  ['list', 'builds, state, lag and holders of each projection'],
  [
    'rebuild <name>…|--all',
    'build new tables next to the ones in use, compare, cut over where they are equal',
  ],
  ['rebuild <name>… --hold', 'the same without the cut-over'],
  ['verify <name>…', 'compare the table in use with the new one, row by row'],
  ['cutover <name>…', 'switch readers to the new table; the old one stays current for a while'],
  ['rollback <name>…', 'switch readers back to the previous table'],
  ['discard <name>…', "drop the table that isn't in use"],
  ['parked [<name>…]', 'parked streams and stopped process manager instances, with the reason'],
  [
    'unpark <name> <stream>…',
    'replay parked streams, or the events of stopped instances; --all for all of them',
  ],
  ['hash [<name>…]', 'one hash per table; the same before and after a rebuild'],
] as const
const USAGE = [
  ...FORMS.map(([form, effect]) => `npm run projections -- ${form.padEnd(26)}${effect}`),
  '',
  'Set DATABASE_URL, EVENTSTORE_URL and SEALING_KEY as for the projector. The projector can keep running.',
].join('\n')

const VERBS = [
  'list',
  'rebuild',
  'verify',
  'cutover',
  'rollback',
  'discard',
  'parked',
  'unpark',
  'hash',
] as const
type Verb = (typeof VERBS)[number]
const isVerb = (text: string | undefined): text is Verb => VERBS.some((verb) => verb === text)

const fail = (message: string): never => {
  console.error(message)
  process.exit(EXIT_USAGE)
}

const [first, ...rest] = process.argv.slice(2)
const verb = isVerb(first) ? first : fail(USAGE)
const has = (flag: string) => rest.includes(flag)
const words = rest.filter((word) => !word.startsWith('--'))
const names = verb === 'unpark' ? words.slice(0, 1) : words
const config = loadConfig(zProjectionsConfig)
const { options, processOptions, close } = openProjector(
  config,
  createLogger({ name: 'projections', level: config.LOG_LEVEL }),
  verb === 'rebuild' ? 'rebuilder' : 'projector',
)
const { projections, maintenancePool, backgroundPool } = options
const { managers } = processOptions
const mayName = verb === 'parked' || verb === 'unpark' ? [...projections, ...managers] : projections
const unknown = names.filter((name) => !mayName.some((known) => known.name === name))
if (unknown.length > 0)
  fail(
    `Unknown projection: ${unknown.join(', ')}. ` +
      `Known projections: ${mayName.map(({ name }) => name).join(', ')}`,
  )
const looksOnly = verb === 'list' || verb === 'hash' || verb === 'parked'
if (names.length === 0 && !looksOnly && !(has('--all') && verb !== 'unpark')) fail(USAGE)
const chosen = names.length === 0 ? projections : projections.filter(({ name }) => names.includes(name))

const hash = async () => {
  for (const projection of chosen) {
    const { rows, hash: digest } = await hashTable(maintenancePool, projection)
    console.log(
      `${projection.name.padEnd(14)} v${projection.version}  ${String(rows).padStart(9)} rows  ${digest}`,
    )
  }
}

const verify = async ({ name }: Projection): Promise<boolean> => {
  const difference = await verifyBuild(backgroundPool, { name }, { share: config.PROJECTION_REBUILD_SHARE })
  console.log(`${name}: ${describeDifference(difference)}`)
  if (difference.rows.length > 0) process.exitCode = 1
  return difference.rows.length === 0
}

const turn = async (kind: 'cutover' | 'rollback', { name }: Pick<Projection, 'name'>) => {
  const { from, to, milliseconds } = await switchBuild(
    maintenancePool,
    name,
    kind,
    config.PROJECTION_KEEP_MINUTES,
  )
  console.log(`${name}: build ${from} → ${to} in ${milliseconds.toFixed(0)} ms`)
}

const discard = async ({ name }: Pick<Projection, 'name'>) =>
  console.log(`${name}: build ${(await discardBuilds(maintenancePool, name)).join(', ')} has been dropped`)

const rebuildChosen = async () => {
  const started = performance.now()
  const builds = await buildBeside({ ...options, projections: chosen }, ({ build, commit, target }) => {
    if (!process.stderr.isTTY || target === 0n) return
    const percent = Number((commit * 1_000n) / target) / 10
    process.stderr.write(`\r${build.projection} build ${build.build}: ${percent.toFixed(1)} % `)
  })
  const compared = builds.filter(({ serves }) => !serves)
  for (const build of compared) {
    const projection = chosen.find(({ name }) => name === build.projection)
    if (projection && (await verify(projection)) && !has('--hold')) await turn('cutover', projection)
  }
  const seconds = (performance.now() - started) / 1_000
  console.log(`${chosen.map(({ name }) => name).join(', ')} rebuilt in ${seconds.toFixed(1)} s`)
}

const setAside = async (name: string): Promise<readonly string[]> => {
  const { rows } = await maintenancePool.query<{ stream: string }>(
    `
      select distinct stream
      from read.parked_stream
      where projection = $1
      union
      select id
      from app.process
      where manager = $1 and error is not null
      order by 1`,
    [name],
  )
  return rows.map(({ stream }) => stream)
}

// The holder of the segment or process manager replays: a running projector, or one that is started here for
// as long as it takes.
const unparkChosen = async () => {
  const [name] = names
  if (name === undefined) return fail(USAGE)
  const streams = has('--all') ? await setAside(name) : words.slice(1)
  if (streams.length === 0) return has('--all') ? console.log('No parked streams') : fail(USAGE)
  // A read model and a process manager may have the same name.
  const here = [
    ...managers
      .filter((known) => known.name === name)
      .map((manager) => startProcesses({ ...processOptions, managers: [manager] })),
    ...(chosen.length > 0 ? [startEngine({ ...options, projections: chosen })] : []),
  ]
  try {
    for (const stream of streams) {
      const id = await insertRequest(maintenancePool, {
        verb: 'unpark',
        projection: name,
        stream,
        requestedBy: 'command line',
      })
      let answer = await readAnswer(maintenancePool, id)
      while (answer.status === 'waiting' || answer.status === 'running') {
        await delay(POLL_MS)
        answer = await readAnswer(maintenancePool, id)
      }
      console.log(`${stream}: ${answer.status}, ${answer.answer ?? ''}`)
      if (answer.status === 'failed') process.exitCode = 1
    }
  } finally {
    await Promise.all(here.map((engine) => engine.stop()))
  }
}

const each = async (work: (projection: Projection) => Promise<unknown>) => {
  for (const projection of chosen) await work(projection)
}

const run: Readonly<Record<Verb, () => Promise<unknown>>> = {
  list: async () => console.log(await listBuilds(maintenancePool)),
  parked: async () =>
    console.log(
      await listParked(
        maintenancePool,
        chosen.map(({ name }) => name),
        managers.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name)),
      ),
    ),
  hash,
  rebuild: rebuildChosen,
  verify: () => each(verify),
  cutover: () => each((projection) => turn('cutover', projection)),
  rollback: () => each((projection) => turn('rollback', projection)),
  discard: () => each(discard),
  unpark: unparkChosen,
}

try {
  await options.prepare?.()
  await prepareSchema(maintenancePool)
  await run[verb]()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await close()
}
