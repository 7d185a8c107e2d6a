import { bundleForTests } from './build.mjs'
import { run } from './run.mjs'

/**
 * `node scripts/withBundles.mjs <program.ts> [parameters]`: runs a program that starts our services many
 * times, with these bundled once.
 */
const programs = await bundleForTests()
process.exit(
  await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
    BUNDLED_PROGRAMS: JSON.stringify(programs),
  }),
)
