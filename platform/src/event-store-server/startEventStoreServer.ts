import { mkdirSync } from 'node:fs'
import { endWithParent } from '../process/endWithParent.ts'
import { startProcess, type Running } from '../process/startProcess.ts'
import { fillIn, type EventStoreCommand, type Placeholders } from './command.ts'
import { waitUntilServes } from './waitUntilServes.ts'

export type EventStoreServerOptions = Placeholders &
  Readonly<{
    command: EventStoreCommand
    /** Its address, if clients need TLS or a password. */
    url?: string
    env: NodeJS.ProcessEnv
    onLine: (line: string) => void
    readyTimeoutMs?: number
  }>

/**
 * Starts an event store, whichever the command line names. It is ready once it answers a read over gRPC, and
 * it ends with this process.
 */
export const startEventStoreServer = async ({
  command,
  url,
  env,
  onLine,
  readyTimeoutMs,
  ...values
}: EventStoreServerOptions): Promise<Running> => {
  const { program, args, environment } = fillIn(command, values)
  if (command.some((word) => word.includes('{directory}')))
    mkdirSync(values.directory, { recursive: true, mode: 0o700 })
  const running = await startProcess({
    command: program,
    args,
    env: { ...env, ...environment },
    onLine,
    waitUntilReady: (signal) => waitUntilServes(values.port, signal, url),
    ...(readyTimeoutMs === undefined ? {} : { readyTimeoutMs }),
  })
  const release = endWithParent(running.pid)
  void running.exited.then(release)
  return running
}
