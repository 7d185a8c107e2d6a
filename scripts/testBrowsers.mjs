import { installWhenNeeded } from './install.mjs'
import { run } from './run.mjs'

/**
 * `npm run test:browsers [-- ENGINE …]`: the journeys that must work in every browser, in Chromium, Firefox and
 * WebKit or in the given ones of them, each on a new installation (docs/testing.md).
 */
const ENGINES = ['chromium', 'firefox', 'webkit']
const given = process.argv.slice(2)
const unknown = given.filter((engine) => !ENGINES.includes(engine))
if (unknown.length > 0) {
  console.error(`test:browsers: unknown: ${unknown.join(', ')}; choose from ${ENGINES.join(', ')}`)
  process.exit(64)
}

await installWhenNeeded()
let failed = []
for (const engine of given.length > 0 ? given : ENGINES) {
  console.log(`\n== ${engine}`)
  const args = ['test', '--config', 'e2e/browsers/playwright.config.ts', '--project', engine]
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {})
  if (code !== 0) failed = [...failed, engine]
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
