import { mkdirSync } from 'node:fs'
import { readJson } from './files.mjs'
import { npm } from './run.mjs'

/**
 * The packages of the lockfile that node_modules does not have in that version. Optional packages may be
 * absent on this platform.
 */
const missingPackages = () => {
  const wanted = readJson('package-lock.json')?.packages
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return ['everything']
  return Object.entries(wanted ?? {})
    .filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
        !entry.link &&
        !entry.optional &&
        installed[path]?.version !== entry.version,
    )
    .map(([path]) => path)
}

/**
 * Installs the packages when they are missing or differ from the lockfile. Ends the process when that fails.
 */
export const installWhenNeeded = async () => {
  if (missingPackages().length === 0) return
  console.log('Installing packages …')
  // npm ci refuses a lockfile that was written where packages of other platforms were not visible; npm
  // install accepts it.
  if ((await npm(['ci', '--no-audit', '--no-fund', '--loglevel=silent'])) === 0) return
  const code = await npm(['install', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) process.exit(code)
}

/**
 * Installs a package into a directory of its own, outside the lockfile. Resolves with npm's exit code.
 * @param {string} directory @param {string} wanted the package with its version
 */
export const installAside = (directory, wanted) => {
  mkdirSync(directory, { recursive: true })
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  return npm(['install', ...quiet, '--prefix', directory, wanted])
}
