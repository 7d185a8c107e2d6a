import { allowed } from '@hearth/platform/testing/allowed'
import { defineConfig } from '@playwright/test'
import { browserPath } from './browser.mjs'

const executablePath = process.env['CHROMIUM'] ?? (await browserPath())

/**
 * Journeys in a real browser against the whole of standalone with demo data; `stack.ts` starts and stops it.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './stack.ts',
  timeout: allowed(40_000),
  expect: { timeout: allowed(10_000) },
  workers: 2,
  reporter: [['list']],
  use: {
    // A worker would answer before the routes of a journey, and loads all of the console in each context.
    serviceWorkers: 'block',
    actionTimeout: allowed(20_000),
    // Dates and times as most hosts type them, whatever the machine is set to.
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
