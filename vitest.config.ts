import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { listLeftOut } from './platform/src/testing/embeddedOnly.ts'

/**
 * Property tests with thousands of cases, and tests that start whole systems or kill programs. In a fresh
 * clone Vitest knows no durations and begins with the largest files; these would run last, beside idle
 * workers.
 */
const LONG_NAMES = [
  'bookkeeper',
  'cancelling',
  'contract',
  'crash',
  'engine',
  'jobQueue',
  'login',
  'parkedStreams',
  'payouts',
  'plans',
  'process',
  'processes',
  'rebuilder',
  'registry',
  'relay',
  'resume',
  'servicesRole',
  'switchBuild',
  'tickets',
]
const LONG = new RegExp(
  `\\.prop\\.test\\.ts$|/journeys/\\w+\\.int\\.ts$|/(${LONG_NAMES.join('|')})\\.int\\.ts$`,
)

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// File suffix tells the cost of a test: .test.ts is pure, .int.ts starts real engines. Files share their
// workers: starting one costs more than most tests.
export default defineConfig({
  test: {
    sequence: { sequencer: LongOnesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contracts,platform,command-service,projector,query-service,standalone,bench}/src/**/*.test.ts',
          ],
          environment: 'node',
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{platform,command-service,projector,query-service,standalone,bench}/src/**/*.int.ts'],
          exclude: [...configDefaults.exclude, ...listLeftOut()],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          isolate: false,
          globalSetup: [
            'platform/src/testing/embeddedOnly.ts',
            'scripts/bundleForTests.mjs',
            'platform/src/testing/sharedPostgres.ts',
            'platform/src/testing/prepareRedis.ts',
          ],
        },
      },
      './ui/vitest.config.ts',
    ],
  },
})
