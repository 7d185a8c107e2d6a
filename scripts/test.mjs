import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installWhenNeeded } from './install.mjs'
import { npm, run, runAside } from './run.mjs'

/**
 * `npm test`: all checks that must pass before a change goes in, about 6 minutes on two cores. Stops after
 * the first group in which a step fails. `TEST_SUMMARY` names a file for the number of tests and the version
 * of Node that ran them.
 */
const reports = mkdtempSync(join(tmpdir(), 'hearth-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const total = { passed: 0, failed: 0 }
const count = ({ passed, failed }) => {
  total.passed += passed
  total.failed += failed
}

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A test runner that crashes writes no report; its exit code shows it.
    return undefined
  }
}

const vitest = async (name) => {
  const file = join(reports, `${name}.json`)
  const code = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${name}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readReport(file)
  if (report) count({ passed: report.numPassedTests, failed: report.numFailedTests })
  return code
}

const smoke = async () => {
  const { browserPath } = await import('../e2e/browser.mjs')
  const file = join(reports, 'browser.json')
  const code = await runAside(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--grep',
      '@smoke',
      '--reporter=line,json',
    ],
    {
      CHROMIUM: await browserPath(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  )
  const stats = readReport(file)?.stats
  if (stats) count({ passed: stats.expected, failed: stats.unexpected + stats.flaky })
  return code
}

const npmAside = (script) => npm(['run', '--silent', script], {}, runAside)

/**
 * The steps of a group run in parallel: one alone leaves a core idle at its end or while it waits. Steps that
 * start whole systems come last, because each of them would build what is missing.
 */
const groups = [
  {
    typecheck: () => npmAside('typecheck'),
    lint: () => npmAside('lint'),
    build: () => npmAside('build'),
    unit: () => vitest('unit'),
    ui: () => vitest('ui'),
  },
  { integration: () => vitest('integration'), browser: smoke },
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
