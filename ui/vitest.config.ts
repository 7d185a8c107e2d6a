import { defineConfig } from 'vitest/config'

// Shared workers: loading React and its components once per file costs four times what the tests themselves
// do.
export default defineConfig({
  test: {
    name: 'ui',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
