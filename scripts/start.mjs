import { buildConsoleWhenNeeded, bundleProgramsWhenNeeded } from './build.mjs'
import { installWhenNeeded } from './install.mjs'

await installWhenNeeded()
await buildConsoleWhenNeeded()
await bundleProgramsWhenNeeded()
process.setSourceMapsEnabled(true)
await import('../standalone/dist/main.mjs')
