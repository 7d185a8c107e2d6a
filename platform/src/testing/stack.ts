import { freePort } from '../process/freePort.ts'
import { startChild, type ReadyChild } from './child.ts'
import { startTestPostgres } from './postgres.ts'

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

const startEventStore = (databaseUrl: string, port: string): Promise<ReadyChild> =>
  startChild('standalone/src/event-store/main.ts', ['--database-url', databaseUrl, '--port', port])

/**
 * A fresh embedded Postgres and event store for one test file. Both end with the test process, however that
 * ends.
 */
export const startTestStack = async (): Promise<TestStack> => {
  const postgres = await startTestPostgres()
  try {
    // While the event store is down, no outgoing connection takes such a port.
    const port = String(await freePort())
    let eventStore = await startEventStore(postgres.databaseUrl, port)
    return {
      databaseUrl: postgres.databaseUrl,
      eventStoreUrl: `esdb://127.0.0.1:${port}?tls=false`,
      killEventStore: () => eventStore.kill(),
      startEventStore: async () => {
        eventStore = await startEventStore(postgres.databaseUrl, port)
      },
      stop: async () => {
        await eventStore.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
