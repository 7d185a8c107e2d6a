import { bundleForTests } from './build.mjs'
import { installWhenNeeded } from './install.mjs'
import { run } from './run.mjs'
import { browser, total, vitest } from './suites.mjs'

/**
 * `npm run test:server [-- --all]`: the contract, all integration tests and the smoke tests in a browser (all
 * journeys with `--all`) on the event store of EVENT_STORE_COMMAND.
 */
const parameters = process.argv.slice(2)
if (parameters.some((parameter) => parameter !== '--all')) {
  console.error(`test:server: unknown: ${parameters.join(' ')}; the only parameter is --all`)
  process.exit(64)
}
if (!process.env.EVENT_STORE_COMMAND) {
  console.error('Set EVENT_STORE_COMMAND to the command line of an event store (docs/settings.md).')
  process.exit(78)
}

const printServer = async () =>
  run(process.execPath, ['--import', 'tsx', 'platform/src/testing/printServer.ts'], {
    BUNDLED_PROGRAMS: JSON.stringify(await bundleForTests()),
  })
const steps = {
  server: printServer,
  integration: () => vitest('integration'),
  browser: () => browser({ all: parameters.includes('--all') }),
}

await installWhenNeeded()
const summary = []
let failed = []
for (const [name, step] of Object.entries(steps)) {
  const started = performance.now()
  if ((await step()) !== 0) failed = [...failed, name]
  summary.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  // Without a server there is nothing to test.
  if (failed.includes('server')) break
}
console.log(`\n${summary.join(' · ')}`)
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(failed.length > 0 ? 1 : 0)
