import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connectEventStore } from '../event-store/esdb.ts'
import type { Log } from '../telemetry/log.ts'

const PROBE_INTERVAL_MS = 20
const ANSWER_MS = 2_000

const ignore = () => undefined
const quiet: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

const answersRead = async (url: string): Promise<boolean> => {
  const store = connectEventStore({ url, name: 'start', log: quiet })
  try {
    await store.ping(ANSWER_MS)
    return true
  } catch {
    return false
  } finally {
    await store.close()
  }
}

/**
 * Resolves once the event store on this port of 127.0.0.1 answers a read. A gRPC client waits a second after a
 * refused connection, so the port is asked first, and each read has a client of its own.
 */
export const waitUntilServes = async (port: number, signal: AbortSignal): Promise<void> => {
  while (!((await accepts(port)) && (await answersRead(`esdb://127.0.0.1:${port}?tls=false`))))
    await delay(PROBE_INTERVAL_MS, undefined, { signal })
}
