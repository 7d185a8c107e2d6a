import { readConfig } from '../config/loadConfig.ts'
import { settings } from '../config/fields.ts'
import type { EventStoreCommand, Placeholders } from '../event-store-server/command.ts'
import { startEventStoreServer } from '../event-store-server/startEventStoreServer.ts'
import { freePort } from '../process/freePort.ts'
import { programArguments } from './child.ts'
import { startTestPostgres } from './postgres.ts'
import { createWorkDirectory } from './workDirectory.ts'
import { z } from 'zod'

export type TestStack = Readonly<{
  databaseUrl: string
  eventStoreUrl: string
  /**
   * Kills the event store (SIGKILL). `startEventStore` brings it back on the same port with the same data.
   */
  killEventStore: () => Promise<void>
  startEventStore: () => Promise<void>
  stop: () => Promise<void>
}>

const READY_TIMEOUT_MS = 50_000
const MAX_LINES = 40

const embeddedCommand = (parameters: readonly string[]): EventStoreCommand => [
  'DATABASE_URL={database}',
  process.execPath,
  ...programArguments('standalone/src/event-store/main.ts'),
  '--port',
  '{port}',
  ...parameters,
]

const readCommand = (embedded: EventStoreCommand): EventStoreCommand =>
  readConfig(z.object({ EVENT_STORE_COMMAND: settings.EVENT_STORE_COMMAND.default(() => embedded) }))
    .EVENT_STORE_COMMAND

const startEventStore = async (values: Placeholders, embeddedParameters: readonly string[]) => {
  const lines: string[] = []
  const server = await startEventStoreServer({
    ...values,
    command: readCommand(embeddedCommand(embeddedParameters)),
    env: process.env,
    onLine: (line) => {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
    },
    readyTimeoutMs: READY_TIMEOUT_MS,
  })
  await server.ready.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The event store ${reason}\n${lines.join('\n')}`, { cause: error })
  })
  return server
}

/**
 * A fresh Postgres and event store for one test file: the embedded one, or the one of EVENT_STORE_COMMAND.
 * Both end with the test process, however that ends. The parameters are further ones for the embedded one.
 */
export const startTestStack = async (embeddedParameters: readonly string[] = []): Promise<TestStack> => {
  const postgres = await startTestPostgres()
  const data = createWorkDirectory()
  const removeData = async () => {
    data.remove()
    await postgres.stop()
  }
  try {
    // While the event store is down, no outgoing connection takes such a port.
    const values: Placeholders = {
      port: await freePort(),
      metricsPort: await freePort(),
      replicationPort: await freePort(),
      directory: data.path,
      database: postgres.databaseUrl,
    }
    let eventStore = await startEventStore(values, embeddedParameters)
    return {
      databaseUrl: postgres.databaseUrl,
      eventStoreUrl: `esdb://127.0.0.1:${values.port}?tls=false`,
      killEventStore: async () => {
        eventStore.kill()
        await eventStore.exited
      },
      startEventStore: async () => {
        eventStore = await startEventStore(values, embeddedParameters)
      },
      stop: async () => {
        await eventStore.stop()
        await removeData()
      },
    }
  } catch (error) {
    await removeData()
    throw error
  }
}
