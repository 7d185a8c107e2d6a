import { parseArgs } from 'node:util'
import { startPostgres } from './embeddedPostgres.ts'
import { startTemporaryPostgres } from './temporaryPostgres.ts'

// Postgres alone: `--data DIR [--port N]` keeps its data; without --data it is empty and removed at the end.
// `--no-sync` is for data that is thrown away, `--max-connections` for a server that many share.
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string' },
    'no-sync': { type: 'boolean', default: false },
    'max-connections': { type: 'string', default: '100' },
    'stop-with-parent': { type: 'boolean', default: false },
  },
})
const port = values.port === undefined ? undefined : Number(values.port)
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
  console.error('--port must be a number from 1 to 65535')
  process.exit(78)
}

const log = (line: string) => console.error(line)
const postgres = values.data
  ? await startPostgres({
      dataDirectory: values.data,
      onLog: log,
      sync: !values['no-sync'],
      maxConnections: Number(values['max-connections']),
      ...(port === undefined ? {} : { port }),
    })
  : await startTemporaryPostgres(log)

const asked = new Promise<number>((resolve) => {
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => resolve(0))
  if (values['stop-with-parent']) process.stdin.resume().once('close', () => resolve(0))
})
console.log(`ready ${postgres.url}`)
const code = await Promise.race([asked, postgres.exited.then(() => 1)])
await postgres.stop()
process.exit(code)
