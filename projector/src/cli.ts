import { loadConfig } from '@hearth/platform/config/loadConfig'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { zProjectionsConfig } from './config.ts'
import { openProjector } from './open.ts'
import { hashTable } from './runtime/hash.ts'
import { rebuild } from './runtime/rebuild.ts'

const EXIT_USAGE = 64
const USAGE = `npm run projections -- list                 version, state and position of each projection
npm run projections -- rebuild <name>…      drop these read models and make them anew from the log
npm run projections -- rebuild --all        the same for all
npm run projections -- hash [<name>…]       one hash per table: equal before and after a rebuild

DATABASE_URL, EVENTSTORE_URL and SEALING_KEY must be set as for the projector, which may keep running.`

const fail = (message: string): never => {
  console.error(message)
  process.exit(EXIT_USAGE)
}

const [verb, ...names] = process.argv.slice(2)
if (verb === undefined || !['list', 'rebuild', 'hash'].includes(verb)) fail(USAGE)
const config = loadConfig(zProjectionsConfig)
const { options, close } = openProjector(config, createLogger({ name: 'projections', level: config.LOG_LEVEL }))
const { projections, maintenancePool } = options
const all = verb !== 'rebuild' ? names.length === 0 : names.includes('--all')
const unknown = all ? [] : names.filter((name) => !projections.some((projection) => projection.name === name))
if (unknown.length > 0) fail(`There is no projection ${unknown.join(', ')}. There are: ${projections.map(({ name }) => name).join(', ')}`)
if (!all && names.length === 0) fail(USAGE)
const chosen = all ? projections : projections.filter(({ name }) => names.includes(name))

const list = async () => {
  const { rows } = await maintenancePool.query<{ name: string; version: number; status: string; commit: string | null; updated_at: string }>(
    `select name, version, status, commit, updated_at from read.projection order by name`,
  )
  for (const row of rows) console.log(`${row.name.padEnd(14)} v${row.version}  ${row.status.padEnd(8)}  c0.${row.commit ?? '-'}  ${row.updated_at}`)
}

const hash = async () => {
  for (const projection of chosen) {
    const { rows, hash: digest } = await hashTable(maintenancePool, projection)
    console.log(`${projection.name.padEnd(14)} v${projection.version}  ${String(rows).padStart(9)} rows  ${digest}`)
  }
}

const rebuildChosen = async () => {
  const started = performance.now()
  let shown = -1n
  await rebuild({ ...options, projections: chosen }, (position) => {
    if (position === shown || !process.stderr.isTTY) return
    shown = position
    process.stderr.write(`\rat position ${position} `)
  })
  console.log(`${chosen.map(({ name }) => name).join(', ')} rebuilt in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

try {
  await (verb === 'list' ? list() : verb === 'hash' ? hash() : rebuildChosen())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await close()
}
