import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pause } from '../retry/backoff.ts'
import type { Log } from '../telemetry/log.ts'
import type { Principals } from '../session/principal.ts'
import type { ErrorReports } from '../telemetry/errorReports.ts'
import { measureHttp } from '../telemetry/measureHttp.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createApp } from './app.ts'
import { KEEP_ALIVE_MS, LISTEN_BACKLOG, REQUEST_WITHIN_MS } from './connections.ts'
import { followConnections } from './drain.ts'
import type { Refusal } from './handleRoute.ts'
import { healthRoutes, type ReadinessCheck } from './health.ts'
import { watchLoad, type IN_FLIGHT } from './load.ts'
import { metricsRoute } from './metricsRoute.ts'
import { openRateLimits } from './rateLimits.ts'
import type { Route } from './route.ts'

export type ServeOptions = Readonly<{
  port: number
  host: string
  publicUrl: URL
  routes: readonly Route[]
  principals: Principals
  readiness: Readonly<Record<string, ReadinessCheck>>
  /** Run in order once no request is at work: feeds, workers, then pools. */
  onShutdown: readonly (() => Promise<unknown> | unknown)[]
  log: Log
  reports: ErrorReports
  /** With it there is `/metrics`, and requests are measured. */
  metrics?: Metrics
  onRefusal?: (refusal: Refusal) => Promise<void>
  limits?: typeof IN_FLIGHT
  /** RATE_LIMIT_FACTOR; without it requests are not counted. */
  rateLimitFactor?: number
  /** How long readyz says no before the port closes, so that a load balancer can notice. */
  drainMs?: number
}>

export type Running = Readonly<{ port: number; url: string; close: () => Promise<void> }>

const FINISH_MS = 10_000

const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket) => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: LISTEN_BACKLOG }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/**
 * Serves the routes with `/healthz`, `/readyz` and `/metrics` until `close`, which lets running requests
 * finish (docs/domain/limits.md#shutting-down).
 */
export const serve = async (options: ServeOptions): Promise<Running> => {
  const { host, log } = options
  const stopping = new AbortController()
  const load = watchLoad(options.limits, options.rateLimitFactor)
  let draining = false
  const { metrics } = options
  const routes = [
    ...healthRoutes(options.readiness, () => draining),
    ...(metrics ? [metricsRoute(metrics)] : []),
    ...options.routes,
  ]
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
    },
    createApp({
      routes,
      publicUrl: options.publicUrl,
      principals: options.principals,
      log,
      load,
      reports: options.reports,
      stopping: stopping.signal,
      meter: metrics && measureHttp(metrics),
      rateLimits: options.rateLimitFactor === undefined ? undefined : openRateLimits(options.rateLimitFactor),
      onRefusal: options.onRefusal,
    }),
  )
  const drain = followConnections(server)
  server.maxRequestsPerSocket = 1_000
  server.on('clientError', answerBrokenRequest)
  const port = await listen(server, options.port, host)

  const shutDown = async () => {
    draining = true
    await pause(options.drainMs ?? 0)
    stopping.abort()
    const closed = drain()
    const waiting = new AbortController()
    await Promise.race([closed, pause(FINISH_MS, waiting.signal)])
    waiting.abort()
    server.closeAllConnections()
    load.close()
    for (const stop of options.onShutdown) {
      await Promise.resolve(stop()).catch((error: unknown) =>
        log.error({ err: error }, 'shutdown: a part did not stop'),
      )
    }
    await options.reports.flush(2_000)
  }
  let closing: Promise<void> | undefined
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () => (closing ??= shutDown()),
  }
}
