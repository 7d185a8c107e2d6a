import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const ADDRESS = '127.0.0.1'
// Below the range for outgoing connections, so that no connection takes a port between choice and use.
const FIRST = 20_000
const END = 32_768
const TRIES = 50

/** Whether this port of 127.0.0.1 is unused. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, ADDRESS, () => server.close(() => resolve(true)))
  })

const claimed = new Set<number>()

/**
 * A child uses the chosen port only seconds later. Until this process ends, a UDP socket of the same number
 * keeps other processes that choose ports here from choosing it.
 */
const claim = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port, address: ADDRESS, exclusive: true }, () => {
      claimed.add(port)
      resolve(true)
    })
  })

const take = async (port: number) => (await isFree(port)) && (claimed.has(port) || (await claim(port)))

/**
 * A free port on 127.0.0.1 that neither this nor another process has chosen yet, the preferred one if
 * possible. Throws when there is none.
 */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await take(preferred))) return preferred
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END)
    if (!claimed.has(port) && (await take(port))) return port
  }
  throw new Error(`no free port on ${ADDRESS}`)
}
