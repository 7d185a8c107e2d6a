// Preloaded into each process of an installation that is profiled; --cpu-prof isn't allowed in NODE_OPTIONS.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.start')
process.once('exit', () =>
  session.post('Profiler.stop', (_, { profile }) =>
    writeFileSync(join(process.env.PROFILES, `${process.pid}.cpuprofile`), JSON.stringify(profile)),
  ),
)
