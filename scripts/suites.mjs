import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runAside } from './run.mjs'

const reports = mkdtempSync(join(tmpdir(), 'hearth-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

/** The tests of all suites so far. */
export const total = { passed: 0, failed: 0 }
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

/** Runs a project of vitest.config.ts. @param {string} name */
export const vitest = async (name) => {
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

/** Runs the smoke tests in a browser, or all journeys. @param {{ all?: boolean }} [options] */
export const browser = async ({ all = false } = {}) => {
  const { browserPath } = await import('../e2e/browser.mjs')
  const file = join(reports, 'browser.json')
  const code = await runAside(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...(all ? [] : ['--grep', '@smoke']),
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
