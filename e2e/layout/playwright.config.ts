import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** The layout test, which visits every page at every width: too long for each run of the journeys. */
export default defineConfig(journeys, { testDir: '.', globalSetup: '../stack.ts', testMatch: '*.layout.ts' })
