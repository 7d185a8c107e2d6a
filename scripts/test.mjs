import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsoleWhenNeeded, bundleProgramsWhenNeeded } from './build.mjs'
import { installWhenNeeded } from './install.mjs'
import { npm, run } from './run.mjs'

/**
 * `npm test`: everything that must hold before a change goes in, at most 6 minutes on two cores. Stops at the first step that fails.
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
    // A runner that breaks down writes none; its exit code says so.
    return undefined
  }
}

const vitest = async (name, ...projects) => {
  const file = join(reports, `${name}.json`)
  const code = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readReport(file)
  if (report) count({ passed: report.numPassedTests, failed: report.numFailedTests })
  return code
}

/**
 * Once and before what starts the whole system many times over at once: each of them would build what is
 * missing.
 */
const build = async () => {
  await buildConsoleWhenNeeded()
  await bundleProgramsWhenNeeded()
  return 0
}

const smoke = async () => {
  const { browserPath } = await import('../e2e/browser.mjs')
  const file = join(reports, 'browser.json')
  const code = await run(
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

const steps = [
  ['typecheck', () => npm(['run', '--silent', 'typecheck'])],
  ['lint', () => npm(['run', '--silent', 'lint'])],
  ['unit', () => vitest('unit', 'unit', 'ui')],
  ['build', build],
  ['integration', () => vitest('integration', 'integration')],
  ['browser', smoke],
]

await installWhenNeeded()
const timings = []
let failedStep
for (const [name, step] of steps) {
  const started = performance.now()
  console.log(`\n== ${name}`)
  const code = await step()
  timings.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (code !== 0) {
    failedStep = name
    break
  }
}
console.log(`\n${timings.join(' · ')}${failedStep ? `\nStopped: ${failedStep} failed` : ''}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(failedStep ? 1 : 0)
