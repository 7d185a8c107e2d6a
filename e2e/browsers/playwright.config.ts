import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

const specs = ['smoke', 'sign-in', 'bookings', 'calendar', 'onboarding'].map((name) => `${name}.spec.ts`)

/** The journeys that must work in every browser; one project for each engine, run by `npm run test:browsers`. */
export default defineConfig(journeys, {
  testDir: '..',
  globalSetup: '../stack.ts',
  projects: [
    { name: 'chromium', testMatch: specs },
    {
      name: 'firefox',
      testMatch: specs,
      use: {
        browserName: 'firefox',
        // The Firefox of the machine, by WebDriver BiDi.
        channel: 'moz-firefox',
        launchOptions: { executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr', args: [] },
      },
    },
    { name: 'webkit', testMatch: '*.webkit.ts' },
  ],
})
