import { defineConfig } from 'vitest/config'

// A global that Node has itself hides jsdom's. From version 25 on, Node has a localStorage that stores nothing.
const NO_WEB_STORAGE = '--no-experimental-webstorage'
const execArgv = process.allowedNodeEnvironmentFlags.has(NO_WEB_STORAGE) ? [NO_WEB_STORAGE] : []

// Shared workers: loading React and its components once per file costs four times what the tests themselves
// do.
export default defineConfig({
  test: {
    name: 'ui',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    execArgv,
    setupFiles: ['src/test/setup.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
