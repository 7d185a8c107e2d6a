import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from '../build.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { writeJson } from '../report.ts'
import { checkScreens } from './screens.ts'

const USAGE = `npm run test:screens -- --data <directory>

Opens every address that hosts and staff read, in an installation that is not running and should hold bookings
(npm run generate), and reports statements that read a whole large table, or too many rows.`

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) {
  console.error(USAGE)
  process.exit(64)
}
buildWhatIsStale()
const { seen, findings } = await checkScreens(resolve(values.data), console.log)
for (const { who, path, status } of seen) if (status >= 500) console.error(`${status} ${path} as ${who}`)
for (const { who, path, what, text } of findings)
  console.error(`${path} as ${who} ${what}:\n  ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
const most = seen.toSorted((a, b) => b.rows - a.rows).slice(0, 20)
for (const { who, path, rows } of most) console.log(`${rows} rows  ${path} as ${who}`)
const failed = seen.filter(({ status }) => status >= 500)
const unread = seen.reduce((sum, page) => sum + page.unread, 0)
console.log(
  `${seen.length} pages, ${findings.length} statements that read too much, ${failed.length} pages failed, ` +
    `${unread} plans could not be read`,
)
writeJson('screens', {
  row: 'screens',
  date: new Date().toISOString(),
  ...describeMachine(),
  loadAverageAfter: loadAverage(),
  pages: seen.length,
  unread,
  findings,
  failed,
  most,
})
if (findings.length > 0 || failed.length > 0) process.exitCode = 1
process.exit()
