import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Listening } from './front.ts'

// Longer than the server takes from the last event of a log to the announcement that a reader has caught up.
const COLLECT_MS = 2

/** Passes on what comes within a moment in one write. */
const passTogether = (from: Socket, to: Socket): void => {
  let collected: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const chunk = Buffer.concat(collected)
    collected = []
    if (to.writable && !to.write(chunk)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
  }
  from.on('data', (chunk: Buffer) => {
    collected.push(chunk)
    timer ??= setTimeout(flush, COLLECT_MS)
  })
  from.on('end', () => {
    flush()
    to.end()
  })
  from.on('close', () => clearTimeout(timer))
}

/**
 * Listens in a server's stead and passes on what it says within 2 ms in one write, as a server does that sends
 * a system event, a checkpoint and `caughtUp` together.
 */
export const startTightFront = async (
  listen: Readonly<{ host: string; port: number }>,
  target: number,
): Promise<Listening> => {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroySoon())
    }
    client.pipe(upstream)
    passTogether(upstream, client)
  })
  server.listen(listen.port, listen.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Connections end with those of the server behind.
  return { port, close: () => void server.close() }
}
