import { allRoutes, formatRoute } from './allRoutes.ts'
import { checkMatrix } from './authzMatrix.ts'
import { listPrincipals } from './authzPrincipals.ts'
import { effectsSince } from './effects.ts'
import { openJourney } from './journey.ts'
import { openWorld } from './world.ts'

/**
 * `npm run test:authz`: every route × every caller × {own, foreign, unknown, malformed}, compared with the
 * table of capabilities. `ROUTES=<pattern>` tests only some routes.
 */
const MIN_CELLS = 2_000
/** Events that record a refusal itself. */
const ABOUT_REFUSALS = [
  'ImpersonationCommandRefused',
  'LoginFailed',
  'StaffLooked',
  'ImpersonationRecordsViewed',
]

const pattern = new RegExp(process.env['ROUTES'] ?? '')
const routes = allRoutes().filter((route) => pattern.test(formatRoute(route)))

const journey = await openJourney()
let failed = true
try {
  const world = await openWorld(journey)
  const principals = listPrincipals(journey, world)
  const pids = journey.processes()
  const before = await journey.events.end()
  const begun = performance.now()
  const { cells, named, pairs, surprises, shallow, correlations } = await checkMatrix(
    journey,
    world,
    routes,
    principals,
  )
  const seconds = Math.round((performance.now() - begun) / 1_000)
  await journey.countEvents()
  const asked = new Set(correlations)
  const written = (await effectsSince(journey, before)).filter(
    ({ correlation, type }) => asked.has(correlation) && !ABOUT_REFUSALS.includes(type),
  )
  for (const surprise of surprises) console.log(`surprise: ${surprise}`)
  for (const name of shallow) console.log(`shallow: ${name}: no body could be made; add a word to words.ts`)
  for (const { type } of written)
    console.log(`written: ${type}, by a request that should have changed nothing`)
  const samePids = JSON.stringify([...journey.processes()]) === JSON.stringify([...pids])
  if (!samePids) console.log('a process has restarted')
  failed =
    surprises.length + shallow.length + written.length > 0 ||
    !samePids ||
    (process.env['ROUTES'] === undefined && cells < MIN_CELLS)
  console.log(
    `${cells} cells: ${routes.length} routes × ${principals.length} principals × 4, ` +
      `${named} of them about records that exist; ` +
      `${pairs} pairs of foreign and unknown compared byte for byte; ` +
      `${surprises.length} surprises; ${seconds} s`,
  )
} finally {
  await journey.close()
}
process.exit(failed ? 1 : 0)
