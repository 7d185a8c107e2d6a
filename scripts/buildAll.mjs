import { buildConsoleWhenNeeded, bundleProgramsWhenNeeded } from './build.mjs'

await buildConsoleWhenNeeded()
await bundleProgramsWhenNeeded()
