import { hasBody } from '@hearth/platform/http/body'
import { PART_AFTER_MS } from '@hearth/platform/http/connections'
import { createProxyMiddleware, type Options } from 'http-proxy-middleware'
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { findClientAddress } from './clientAddress.ts'
import { refuse } from './refusal.ts'

/**
 * Connections to a service: as many as the requests it works on (platform/src/http/load.ts), and all are
 * kept. A Node server accepts one new connection in each turn of its event loop; on a busy machine that is a
 * few dozen a second, and when every request opened its own, readers waited a minute
 * (docs/decisions/0031-connections-are-kept.md). A request that finds no free connection waits for one here.
 */
const CONNECTIONS = 1_024

/** Connections for bodies that are too large to be held: files (holdBody.ts). */
const FILE_CONNECTIONS = 128

/** How long a client that was answered before the end of its body may go on sending. */
const LINGER_MS = 1_000

/** Timeout without data. Live updates are silent while nothing changes. */
const SILENCE_MS = 60_000

export type OnFailure = (target: string, error: Error) => void

export type Upstream = Readonly<{
  forward: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the answers that have no end of their own (live updates). */
  endStreams: () => void
  /** Closes the connections. */
  close: () => void
}>

const forwardingHeaders = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
]

/**
 * Of the client we forward only what we, or our own proxies before us, saw; and the hop to the service is a
 * connection of our own.
 */
const rewriteHeaders = (
  request: IncomingMessage,
  { protocol, hops, trustedProxies }: Pick<UpstreamOptions, 'protocol' | 'hops' | 'trustedProxies'>,
) => {
  const { headers } = request
  const connected = request.socket.remoteAddress ?? ''
  const address = findClientAddress(headers['x-forwarded-for'], connected, hops, trustedProxies)
  for (const name of forwardingHeaders) delete headers[name]
  for (const name of ['upgrade', 'expect', 'te', 'proxy-authorization', 'keep-alive']) delete headers[name]
  headers['x-forwarded-for'] = address
  headers['x-forwarded-proto'] = protocol
  if (headers.host !== undefined) headers['x-forwarded-host'] = headers.host
  headers.connection = 'keep-alive'
}

const isLive = ({ url }: IncomingMessage): boolean => url?.startsWith('/api/live') === true

/** Whether the service cannot have started to process the request. */
const neverArrived = (error: Error) =>
  'code' in error &&
  (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EHOSTUNREACH')

export type UpstreamOptions = Readonly<{
  target: string
  protocol: 'http' | 'https'
  /** Number of our own proxies between browsers and us. */
  hops: number
  /** Those proxies, if they are the only ones that connect to us. */
  trustedProxies?: BlockList | undefined
  onFailure: OnFailure
  /** Headers of our own refusals. */
  headers: Readonly<Record<string, string>>
  /** Milliseconds until an idle connection is closed; less than the service keeps it. */
  partAfterMs?: number
}>

type Plugin = NonNullable<Options<IncomingMessage, ServerResponse>['plugins']>[number]

/** Ends the request to the service when the client leaves, or after a silence where data must flow. */
const endAbandonedRequests: Plugin = (server) => {
  server.on('proxyReq', (outgoing, request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy()
    })
    if (!isLive(request))
      outgoing.setTimeout(SILENCE_MS, () =>
        outgoing.destroy(new Error(`no sign of life for ${SILENCE_MS / 1000} s`)),
      )
  })
}

/**
 * An answer that comes before the end of the request's body ends the connection to the service, which would
 * wait for the rest. What the client still sends is dropped for a moment: a connection that is closed while
 * bytes arrive loses the answer.
 */
const endAnsweredRequests: Plugin = (server) => {
  server.on('proxyRes', (incoming, request, response) => {
    if (request.complete) return
    delete incoming.headers.connection
    incoming.once('end', () => {
      if (request.complete) return
      request.unpipe()
      incoming.socket.destroy()
      request.resume()
      response.once('finish', () => {
        const close = setTimeout(() => request.socket.destroy(), LINGER_MS)
        request.once('end', () => clearTimeout(close)).once('close', () => clearTimeout(close))
      })
    })
  })
}

/** The answers that have no end of their own, and whether they are to end now. */
const createEndless = () => {
  const ends = new Set<() => void>()
  let isOver = false
  return {
    /** An answer that arrives after the end of all ends as soon as it has begun. */
    add: (end: () => void): void => {
      if (isOver) queueMicrotask(end)
      else ends.add(end)
    },
    remove: (end: () => void): void => void ends.delete(end),
    endAll: (): void => {
      isOver = true
      for (const end of ends) end()
    },
  }
}
type Endless = ReturnType<typeof createEndless>

/** Ends both sides of an answer together, and remembers those that have no end of their own. */
const followAnswers =
  (endless: Endless): Plugin =>
  (server) => {
    server.on('proxyRes', (incoming, _request, response) => {
      delete incoming.headers['keep-alive']
      // The death of a service mid-response must not pass for the end of the response.
      incoming.once('close', () => {
        if (!incoming.complete) response.destroy()
      })
      response.once('close', () => {
        if (!incoming.complete) incoming.destroy()
      })
      if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
        const end = (): void => {
          // What arrives from now on must not be written after the end.
          incoming.unpipe(response)
          response.end()
        }
        endless.add(end)
        response.once('close', () => endless.remove(end))
      }
    })
  }

const refuseFailures =
  ({ target, onFailure, headers }: Pick<UpstreamOptions, 'target' | 'onFailure' | 'headers'>): Plugin =>
  (server) => {
    server.on('error', (error, request, response) => {
      if (!('writeHead' in response) || response.writableEnded || response.destroyed) return
      if (request.socket.destroyed) return
      onFailure(target, error)
      const isUnclear = request.method === 'POST' && !neverArrived(error)
      if (response.headersSent) response.destroy()
      else refuse(response, isUnclear ? 'OUTCOME_UNKNOWN' : 'DEPENDENCY_UNAVAILABLE', headers)
    })
    server.on('econnreset', () => undefined)
  }

/**
 * One service behind the front door, over connections that are kept open. Answers and files are streamed.
 */
export const connectUpstream = (options: UpstreamOptions): Upstream => {
  const { target, partAfterMs = PART_AFTER_MS } = options
  const kept = { keepAlive: true, noDelay: true, timeout: partAfterMs }
  const agent = new Agent({ ...kept, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS })
  // Live updates hold their connection for as long as a page is open, and must not take it from other
  // requests.
  const liveAgent = new Agent(kept)
  const endless = createEndless()
  const plugins = [endAbandonedRequests, endAnsweredRequests, followAnswers(endless), refuseFailures(options)]
  const createProxy = (connections: Agent) =>
    createProxyMiddleware<IncomingMessage, ServerResponse>({
      target,
      agent: connections,
      ejectPlugins: true,
      plugins,
    })
  const fileAgent = new Agent({ ...kept, maxSockets: FILE_CONNECTIONS })
  const proxy = createProxy(agent)
  const fileProxy = createProxy(fileAgent)
  const liveProxy = createProxy(liveAgent)
  return {
    forward: (request, response) => {
      // The answer says keep-alive, as the service did; for a client that cannot or will not keep the
      // connection, we close it.
      if (request.httpVersion === '1.0' || /close/i.test(request.headers.connection ?? ''))
        response.once('finish', () => request.socket.end())
      rewriteHeaders(request, options)
      const isUnfinished = hasBody(request) && !request.complete
      void (isLive(request) ? liveProxy : isUnfinished ? fileProxy : proxy)(request, response)
    },
    endStreams: endless.endAll,
    close: () => [agent, fileAgent, liveAgent].forEach((one) => one.destroy()),
  }
}
