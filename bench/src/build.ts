import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const BUILD = `import { buildConsoleWhenNeeded, bundleProgramsWhenNeeded } from './scripts/build.mjs'
await buildConsoleWhenNeeded()
await bundleProgramsWhenNeeded()`

/**
 * Builds the console and the programs as `npm start` would, before anything is measured. Throws when a build
 * fails.
 */
export const buildWhatIsStale = (): void => {
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The build failed')
}
