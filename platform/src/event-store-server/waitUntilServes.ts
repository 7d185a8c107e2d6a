import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { askOnce } from '../event-store/askOnce.ts'
import { noLog } from '../telemetry/log.ts'

const PROBE_INTERVAL_MS = 20
const ANSWER_MS = 2_000

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

/** The address of an event store on this machine that needs neither TLS nor a password. */
export const formatPlainUrl = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/**
 * Resolves once the event store on this port of 127.0.0.1 answers a read. A gRPC client waits a second after a
 * refused connection, so the port is asked first, and each read has a client of its own.
 */
export const waitUntilServes = async (
  port: number,
  signal: AbortSignal,
  url = formatPlainUrl(port),
): Promise<void> => {
  const answersRead = async () => (await askOnce(url, ANSWER_MS, noLog)) === undefined
  while (!((await accepts(port)) && (await answersRead())))
    await delay(PROBE_INTERVAL_MS, undefined, { signal })
}
