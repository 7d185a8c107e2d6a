import { bundleForTests } from './build.mjs'
import { run } from './run.mjs'

/**
 * `node scripts/withBundles.mjs <program.ts> [parameters]`: runs a program that starts ours again and again; those are bundled once.
 */
const programs = await bundleForTests()
process.exit(
  await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
    BUNDLED_PROGRAMS: JSON.stringify(programs),
  }),
)
