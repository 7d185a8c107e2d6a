import type { ServerResponse } from 'node:http'
import { PROBLEMS, type ProblemCode } from '@hearth/contracts/kernel/problem'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Log } from '../telemetry/log.ts'
import type { Principal, Principals } from '../session/principal.ts'
import type { ErrorReports } from '../telemetry/errorReports.ts'
import { CLIENT_LEFT, UNROUTED, type HttpMeter } from '../telemetry/measureHttp.ts'
import { AppProblem } from './appProblem.ts'
import { assertJson, parseJson, readBytes } from './body.ts'
import { asAppProblem, computeDigest, problemAnswer } from './errorAnswer.ts'
import { beginExchange, type Exchange } from './exchange.ts'
import type { Load } from './load.ts'
import { assertOwnOrigin, ownOrigins } from './origin.ts'
import type { RateLimits } from './rateLimits.ts'
import { assertRoutes, type Answer, type RawRequest, type Route } from './route.ts'
import { securityHeaders } from './securityHeaders.ts'
import { fieldProblem } from './validation.ts'

/**
 * A request that was refused because of what its sender may do. `path` is the route's pattern, `recordId`
 * what stands in it.
 */
export type Refusal = Readonly<{
  principal: Principal
  path: string
  recordId: unknown
  code: ProblemCode
  correlationId: string
}>

export type AppOptions = Readonly<{
  routes: readonly Route[]
  principals: Principals
  publicUrl: URL
  log: Log
  load: Load
  reports: ErrorReports
  /** Aborts when the process stops, so that streams end. */
  stopping: AbortSignal
  meter?: HttpMeter | undefined
  rateLimits?: RateLimits | undefined
  /** Awaited before somebody in a host's place is told that they may not do this. */
  onRefusal?: ((refusal: Refusal) => Promise<void>) | undefined
}>

const SLOW_MS = 1_000
/**
 * On a full machine every request is slow, and telling of each makes it fuller; how many they are stands in
 * the metrics.
 */
const SLOW_LINES_A_SECOND = 5

const queryOf = (url: string): Readonly<Record<string, string>> => {
  const at = url.indexOf('?')
  const found: Record<string, string> = Object.create(null)
  if (at < 0) return found
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (name in found) throw fieldProblem(`/${name}`, 'is given twice')
    found[name] = value
  }
  return { ...found }
}

/**
 * Express with the kit's order: correlation, headers, limits, session, origin, 401, policy, content, handler
 * (docs/domain/limits.md#order-of-checks).
 */
export const createApp = ({
  routes,
  principals,
  publicUrl,
  log,
  load,
  reports,
  stopping,
  meter,
  onRefusal,
  rateLimits,
}: AppOptions): Express => {
  assertRoutes(routes)
  const base = securityHeaders(publicUrl)
  /** What an answer says of its own stands in place of ours. */
  const baseNames = new Set(base.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const origins = ownOrigins(publicUrl)
  const streaming = new Set<Exchange>()
  const endStreams = () => {
    for (const exchange of streaming)
      exchange.abort(new DOMException('Hearth is restarting. Try again shortly', 'AbortError'))
  }
  stopping.addEventListener('abort', endStreams, { once: true })
  let told = { second: 0, lines: 0 }
  const mayTell = (): boolean => {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== told.second) told = { second, lines: 0 }
    told.lines += 1
    return told.lines <= SLOW_LINES_A_SECOND
  }
  const exchangeOf = (response: Response): Exchange => response.locals['exchange']

  const head = (
    response: ServerResponse,
    status: number,
    exchange: Exchange,
    headers: Readonly<Record<string, string>>,
    more: readonly string[],
  ) => {
    const kept = Object.keys(headers).some((name) => baseNames.has(name))
      ? base.filter((_, index) => !((base[index - (index % 2)] ?? '').toLowerCase() in headers))
      : base
    const all = [...kept, 'x-correlation-id', exchange.correlationId, ...more]
    for (const name in headers) all.push(name, headers[name] ?? '')
    exchange.answeredAt = performance.now()
    response.writeHead(status, all)
  }

  const sendText = (
    response: ServerResponse,
    status: number,
    exchange: Exchange,
    headers: Readonly<Record<string, string>>,
    type: string,
    text: string,
  ) => {
    if (response.headersSent || response.destroyed) return
    const length = String(Buffer.byteLength(text))
    head(
      response,
      status,
      exchange,
      headers,
      text === '' ? ['content-length', length] : ['content-type', type, 'content-length', length],
    )
    response.end(text)
  }

  const refuse = (error: unknown, request: Request, response: Response, pattern: string): void => {
    const exchange = exchangeOf(response)
    const refusal = asAppProblem(error, request.method)
    const status = PROBLEMS[refusal.code][0]
    const digest =
      status >= 500
        ? computeDigest(refusal.code === 'INTERNAL' ? error : refusal, exchange.correlationId)
        : undefined
    if (digest !== undefined && refusal.code !== 'OVERLOADED' && refusal.code !== 'READ_MODEL_BEHIND') {
      log.error(
        {
          err: error,
          code: refusal.code,
          digest,
          correlationId: exchange.correlationId,
          route: pattern,
          method: request.method,
          status,
        },
        'http: failed',
      )
      if (refusal.code === 'INTERNAL') reports.report(error, { digest, route: pattern })
    }
    if (response.headersSent) {
      // Half an answer must not look like a whole one.
      if (!response.writableEnded) response.destroy()
      return
    }
    const answer = problemAnswer(refusal, digest)
    sendText(
      response,
      answer.status,
      exchange,
      answer.headers,
      'application/problem+json',
      JSON.stringify(answer.body),
    )
  }

  const measure = (request: Request, response: Response, exchange: Exchange): void => {
    if (!meter) return
    meter.begin()
    response.once('close', () => {
      const { startedAt, answeredAt } = exchange
      const pattern: unknown = request.route?.path
      const route = typeof pattern === 'string' ? pattern : UNROUTED
      meter.end(
        request.method,
        route,
        answeredAt === undefined ? CLIENT_LEFT : response.statusCode,
        ((answeredAt ?? performance.now()) - startedAt) / 1_000,
      )
    })
  }

  const prepare: RequestHandler = (request, response, next) => {
    const exchange = beginExchange(request, response, () => {
      if (!response.headersSent)
        refuse(
          new AppProblem(request.method === 'POST' ? 'OUTCOME_UNKNOWN' : 'DEPENDENCY_UNAVAILABLE'),
          request,
          response,
          'deadline',
        )
    })
    response.locals['exchange'] = exchange
    measure(request, response, exchange)
    next()
  }

  const authenticate: RequestHandler = (request, response, next) => {
    const settle = (principal: Exchange['principal']): void | Promise<void> => {
      if (!principal) {
        const refusal = new AppProblem('UNAUTHENTICATED')
        if (!rateLimits) throw refusal
        return rateLimits.countRefused(exchangeOf(response).clientAddress).then(() => Promise.reject(refusal))
      }
      exchangeOf(response).principal = principal
      if (request.method === 'POST' && principal.sessionId !== undefined)
        assertOwnOrigin(request.headers, origins, true)
      next()
    }
    const found = principals.resolve(request.headers)
    return found instanceof Promise ? found.then(settle) : settle(found)
  }

  const send = async (response: Response, exchange: Exchange, answer: Answer): Promise<void> => {
    if (!('stream' in answer)) {
      const { json, body } = answer
      sendText(
        response,
        answer.status,
        exchange,
        answer.headers ?? {},
        'application/json',
        json ?? (body === undefined ? '' : JSON.stringify(body)),
      )
      return
    }
    if (response.headersSent || response.destroyed) return
    exchange.endDeadline()
    streaming.add(exchange)
    response.once('close', () => streaming.delete(exchange))
    if (stopping.aborted) endStreams()
    head(response, answer.status, exchange, answer.headers, [])
    if (response.req.method !== 'HEAD') await answer.stream(response, exchange.signal)
    response.end()
  }

  const tell = async (
    error: unknown,
    { path }: Route,
    request: Request,
    { principal, correlationId }: Exchange,
  ): Promise<void> => {
    if (
      !onRefusal ||
      principal?.impersonation === undefined ||
      !(error instanceof AppProblem) ||
      !error.code.startsWith('IMPERSONATION_')
    )
      return
    await onRefusal({
      principal,
      path,
      recordId: request.params['id'],
      code: error.code,
      correlationId,
    }).catch((reason: unknown) =>
      log.error({ err: reason, correlationId }, 'http: a refusal could not be written down'),
    )
  }

  const mount = (entry: Route): RequestHandler => {
    const handle: RequestHandler = async (request, response) => {
      const exchange = exchangeOf(response)
      if (entry.access === 'public' && request.method === 'POST' && entry.content !== 'raw')
        assertOwnOrigin(request.headers, origins, false)
      response.once('close', load.enter(entry.rate))
      if (entry.deadlineMs !== undefined) exchange.extendDeadline(entry.deadlineMs)
      const raw: RawRequest = {
        principal: exchange.principal,
        params: request.params,
        query: () => queryOf(request.url),
        body: async () => {
          assertJson(request)
          return parseJson(await readBytes(request))
        },
        headers: request.headers,
        get signal() {
          return exchange.signal
        },
        correlationId: exchange.correlationId,
        get traceparent() {
          return exchange.traceparent
        },
        clientAddress: exchange.clientAddress,
        request,
      }
      try {
        await rateLimits?.count(entry.rate, exchange.principal, exchange.clientAddress)
        const answer = await entry.run(raw)
        if (answer instanceof AppProblem) refuse(answer, request, response, entry.path)
        else await send(response, exchange, answer)
      } catch (error) {
        await tell(error, entry, request, exchange)
        if (!response.destroyed) refuse(error, request, response, entry.path)
      }
      const ms = Math.round(performance.now() - exchange.startedAt)
      const slow = ms > SLOW_MS && entry.rate !== 'stream' && entry.rate !== 'export' && mayTell()
      log[slow ? 'warn' : 'debug'](
        {
          correlationId: exchange.correlationId,
          actorId: exchange.principal?.actor.id,
          tenantId: exchange.principal?.tenantId,
          route: entry.path,
          method: request.method,
          status: response.statusCode,
          ms,
        },
        slow ? 'http: slow' : 'http',
      )
    }
    return handle
  }

  const unknown: RequestHandler = () => {
    throw new AppProblem('NOT_FOUND')
  }
  const onError: ErrorRequestHandler = (error, request, response, _next) =>
    refuse(error, request, response, 'unrouted')

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', false)
  app.use(prepare)
  const add = (entry: Route) =>
    entry.method === 'GET' ? app.get(entry.path, mount(entry)) : app.post(entry.path, mount(entry))
  routes.filter(({ access }) => access === 'public').forEach(add)
  app.use(authenticate)
  routes.filter(({ access }) => access !== 'public').forEach(add)
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes)
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  for (const [path, allow] of methods) {
    app.all(path, () => {
      throw new AppProblem('METHOD_NOT_ALLOWED', undefined, {}, { allow: allow.join(', ') })
    })
  }
  app.use(unknown)
  app.use(onError)
  assertMounted(app, routes, new Set<unknown>([prepare, authenticate, unknown, onError]))
  return app
}

/** Express must hold the registered routes and the kit's own functions, nothing else. */
const assertMounted = (app: Express, routes: readonly Route[], own: ReadonlySet<unknown>): void => {
  const paths = new Set(routes.map(({ path }) => path))
  let mounted = 0
  for (const layer of app.router.stack) {
    if (layer.route ? !paths.has(layer.route.path) : !own.has(layer.handle))
      throw new Error(`Express has a layer that is not registered: ${layer.route?.path ?? layer.name}`)
    if (layer.route) mounted += 1
  }
  if (mounted !== routes.length + paths.size)
    throw new Error(`Express has ${mounted} routes where ${routes.length + paths.size} are registered`)
}
