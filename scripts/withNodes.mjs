import { installWhenNeeded } from './install.mjs'
import { fetchNode, nodeVersions } from './nodes.mjs'
import { run } from './run.mjs'

/**
 * `node scripts/withNodes.mjs <program.ts> [parameters]`: runs a program that compares the versions of Node
 * in package.json's `engines`. `NODE_DIRECTORIES` has the directory of each `node`.
 */
await installWhenNeeded()
const directories = []
for (const version of nodeVersions) directories.push(await fetchNode(version))
process.exit(
  await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
    NODE_DIRECTORIES: JSON.stringify(directories),
  }),
)
