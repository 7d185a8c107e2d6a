import { parseArgs } from 'node:util'
import { startPostgres } from './embeddedPostgres.ts'

const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string' }, 'stop-with-parent': { type: 'boolean', default: false } },
})
const port = values.port === undefined ? undefined : Number(values.port)
if (!values.data || (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))) {
  console.error(`${values.data ? '--port: a number from 1 to 65535' : '--data: the directory of the database'} is needed`)
  process.exit(78)
}

const postgres = await startPostgres({ dataDirectory: values.data, ...(port === undefined ? {} : { port }), onLog: (line) => console.error(line) })
const stop = () => {
  postgres.stop().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
}
let stopping = false
const stopOnce = () => {
  if (!stopping) stop()
  stopping = true
}
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stopOnce)
if (values['stop-with-parent']) process.stdin.resume().once('close', stopOnce).once('end', stopOnce)
console.log(`ready ${postgres.url}`)
await postgres.exited
process.exit(stopping ? 0 : 1)
