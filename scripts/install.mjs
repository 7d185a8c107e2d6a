import { readJson } from './files.mjs'
import { npm } from './run.mjs'

/**
 * What the lockfile asks for and node_modules does not have in that version. What is optional may be absent
 * for this platform.
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
 * Installs the packages when they are missing or are not those of the lockfile. Ends the process when that
 * fails.
 */
export const installWhenNeeded = async () => {
  if (missingPackages().length === 0) return
  console.log('Installing packages …')
  // npm ci refuses a lockfile that was written where packages of other platforms could not be seen; npm
  // install takes it.
  if ((await npm(['ci', '--no-audit', '--no-fund', '--loglevel=silent'])) === 0) return
  const code = await npm(['install', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) process.exit(code)
}
