import { defineConfig } from 'vitest/config'

// File suffix tells the cost of a test: .test.ts is pure, .int.ts starts real engines. Files share their workers: starting one costs more than most tests.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{contracts,platform,command-service,projector,query-service,standalone,bench}/src/**/*.test.ts'], environment: 'node', isolate: false } },
      {
        test: {
          name: 'integration',
          include: ['{platform,command-service,projector,query-service,standalone,bench}/src/**/*.int.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          isolate: false,
          globalSetup: 'scripts/bundleForTests.mjs',
        },
      },
      './ui/vitest.config.ts',
    ],
  },
})
