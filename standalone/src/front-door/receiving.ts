import { hasBody, isRead } from '@hearth/platform/http/body'
import { findNetwork } from '@hearth/platform/http/network'
import { createSlots } from '@hearth/platform/http/slots'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { findClientAddress } from './clientAddress.ts'
import { holdBody } from './holdBody.ts'
import { refuse } from './refusal.ts'

/** Connections from one network (`findNetwork`), where no proxy is before us, times RATE_LIMIT_FACTOR. */
export const MAX_CONNECTIONS_PER_NETWORK = 512
/** Bodies held at the same time. One more drops the oldest: an honest one is whole in milliseconds. */
const MAX_HELD = 1_000
/** Of these, bodies from one network, times RATE_LIMIT_FACTOR. */
export const MAX_HELD_PER_NETWORK = 32

const TOO_MANY_CONNECTIONS =
  'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n'

/** Closes new connections of a network that has its share. */
export const limitConnections = (server: Server, factor: number): void => {
  const connections = createSlots(Number.POSITIVE_INFINITY, MAX_CONNECTIONS_PER_NETWORK * factor)
  server.on('connection', (socket) => {
    const leave = connections.take(findNetwork(socket.remoteAddress ?? '', 32))
    if (leave) socket.once('close', leave)
    else {
      socket.write(TOO_MANY_CONNECTIONS)
      socket.destroySoon()
    }
  })
}

/** At most `max` members: one more ends the oldest. */
export const keepNewest = (max: number) => {
  const oldestFirst = new Set<() => void>()
  return {
    add: (end: () => void): void => {
      const [oldest] = oldestFirst
      if (oldestFirst.size >= max) oldest?.()
      oldestFirst.add(end)
    },
    remove: (end: () => void): void => void oldestFirst.delete(end),
  }
}

export type ReceivingOptions = Readonly<{
  /** Number of our own proxies between browsers and us. */
  hops: number
  /** Those proxies, if they are the only ones that connect to us. */
  trustedProxies?: BlockList | undefined
  factor: number
  /** Headers of our own refusals. */
  headers: Readonly<Record<string, string>>
}>

/** Passes a request on when its body is whole, so that an unfinished one holds no connection to a service. */
export type Receive = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

export const createReceiver = ({ hops, trustedProxies, factor, headers }: ReceivingOptions): Receive => {
  const perNetwork = createSlots(Number.POSITIVE_INFINITY, MAX_HELD_PER_NETWORK * factor)
  const held = keepNewest(MAX_HELD)
  const close = { ...headers, connection: 'close' }

  return (request, response, pass) => {
    if (!hasBody(request)) return pass()
    if (isRead(request)) return refuse(response, 'MALFORMED', close)
    const address = findClientAddress(
      request.headers['x-forwarded-for'],
      request.socket.remoteAddress ?? '',
      hops,
      trustedProxies,
    )
    const leave = perNetwork.take(findNetwork(address, 32))
    if (!leave) return refuse(response, 'RATE_LIMITED', { ...close, 'retry-after': '2' })
    const giveUp = holdBody(request, {
      onReady: pass,
      onSlow: () => refuse(response, 'REQUEST_TIMEOUT', close),
      onEnd: () => {
        held.remove(giveUp)
        leave()
      },
    })
    held.add(giveUp)
  }
}
