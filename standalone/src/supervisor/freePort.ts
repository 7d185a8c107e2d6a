import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: nobody gets one of these by chance between its choice and its use. */
const FIRST = 20_000
const END = 32_768
const TRIES = 50

const tryPort = (port: number) =>
  new Promise<number | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })

/** A free port on 127.0.0.1: the preferred one if it still is, else any. */
export const freePort = async (preferred?: number): Promise<number> => {
  const wished = preferred === undefined ? undefined : await tryPort(preferred)
  if (wished !== undefined) return wished
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await tryPort(randomInt(FIRST, END))
    if (port !== undefined) return port
  }
  throw new Error('no free port on 127.0.0.1')
}
