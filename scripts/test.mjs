import { writeFileSync } from 'node:fs'
import { installWhenNeeded } from './install.mjs'
import { npm, runAside } from './run.mjs'
import { browser, total, vitest } from './suites.mjs'

const npmAside = (script) => npm(['run', '--silent', script], {}, runAside)

/**
 * The steps of a group run in parallel: one alone leaves a core idle at its end or while it waits. Steps that
 * start whole systems come last, because each of them would build what is missing.
 */
const groups = [
  {
    typecheck: () => npmAside('typecheck'),
    lint: () => npmAside('lint'),
    build: async () => (await npmAside('build')) || runAside(process.execPath, ['ui/scripts/size.mjs']),
    unit: () => vitest('unit'),
    ui: () => vitest('ui'),
  },
  { integration: () => vitest('integration'), browser: () => browser() },
]

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

/** Runs the steps of a group; resolves with the names of those that failed. */
const runGroup = async (group) => {
  const started = performance.now()
  const failed = []
  const timings = await Promise.all(
    Object.entries(group).map(async ([name, step]) => {
      if ((await step()) !== 0) failed.push(name)
      return `${name} ${seconds(started)} s`
    }),
  )
  summary.push(`${timings.join(' ∥ ')}`)
  return failed
}

/**
 * `npm test`: all checks that must pass before a change goes in, about 14 minutes on two cores. Stops after
 * the first group in which a step fails. `TEST_SUMMARY` names a file for the number of tests and the version
 * of Node that ran them.
 */
await installWhenNeeded()
const started = performance.now()
const summary = []
let failed = []
for (const group of groups) {
  console.log(`\n== ${Object.keys(group).join(', ')}`)
  failed = await runGroup(group)
  if (failed.length > 0) break
}
console.log(`\n${summary.join(' · ')} · total ${seconds(started)} s`)
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
const summaryFile = process.env['TEST_SUMMARY']
if (summaryFile) writeFileSync(summaryFile, JSON.stringify({ node: process.version, ...total }))
process.exit(failed.length > 0 ? 1 : 0)
