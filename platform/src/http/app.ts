import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Principal, Principals } from '../session/principal.ts'
import type { ErrorReports } from '../telemetry/errorReports.ts'
import { CLIENT_LEFT, UNROUTED, type HttpMeter } from '../telemetry/measureHttp.ts'
import { AppProblem } from './appProblem.ts'
import { assertNoBodyOfRead } from './body.ts'
import { beginExchange, exchangeOf } from './exchange.ts'
import { createRouteHandlers, type RouteOptions } from './handleRoute.ts'
import { assertOwnOrigin, ownOrigins } from './origin.ts'
import type { RateLimits } from './rateLimits.ts'
import { assertRoutes, type Route } from './route.ts'
import { createSender } from './sendAnswer.ts'
import { createProblemSender, type SendProblem } from './sendProblem.ts'

export type AppOptions = RouteOptions &
  Readonly<{
    routes: readonly Route[]
    principals: Principals
    publicUrl: URL
    reports: ErrorReports
    /** Aborts when the process stops, so that streams end. */
    stopping: AbortSignal
    meter?: HttpMeter | undefined
  }>

/**
 * Express with the kit's order: correlation, headers, limits, session, origin, 401, policy, content, handler
 * (docs/domain/limits.md#order-of-checks).
 */
export const createApp = (options: AppOptions): Express => {
  const { routes, principals, publicUrl, meter, rateLimits } = options
  assertRoutes(routes)
  const origins = ownOrigins(publicUrl)
  const sender = createSender(options)
  const sendProblem = createProblemSender({ ...options, sender })
  const handle = createRouteHandlers({ ...options, origins, sender, sendProblem })
  const begin: RequestHandler = (request, response, next) => {
    response.locals['exchange'] = beginExchange(request, response, () => {
      if (response.headersSent) return
      const code = request.method === 'POST' ? 'OUTCOME_UNKNOWN' : 'DEPENDENCY_UNAVAILABLE'
      sendProblem(new AppProblem(code), request, response, 'deadline')
    })
    assertNoBodyOfRead(request)
    next()
  }
  const authenticate = createAuthenticator(principals, origins, rateLimits)
  const refuseUnknown: RequestHandler = () => {
    throw new AppProblem('NOT_FOUND')
  }
  const onError = createErrorHandler(sendProblem)
  const before = meter ? [begin, measureRequest(meter)] : [begin]

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', false)
  const mount = (route: Route) =>
    route.method === 'GET' ? app.get(route.path, handle(route)) : app.post(route.path, handle(route))
  for (const handler of before) app.use(handler)
  routes.filter(({ access }) => access === 'public').forEach(mount)
  app.use(authenticate)
  routes.filter(({ access }) => access !== 'public').forEach(mount)
  refuseOtherMethods(app, routes)
  app.use(refuseUnknown)
  app.use(onError)
  assertMounted(app, routes, new Set<unknown>([...before, authenticate, refuseUnknown, onError]))
  return app
}

const measureRequest =
  (meter: HttpMeter): RequestHandler =>
  (request, response, next) => {
    const exchange = exchangeOf(response)
    meter.begin()
    response.once('close', () => {
      const { startedAt, answeredAt } = exchange
      const pattern: unknown = request.route?.path
      meter.end(
        request.method,
        typeof pattern === 'string' ? pattern : UNROUTED,
        answeredAt === undefined ? CLIENT_LEFT : response.statusCode,
        ((answeredAt ?? performance.now()) - startedAt) / 1_000,
      )
    })
    next()
  }

/** 401 without a session or token; a session cookie also proves where a change comes from. */
const createAuthenticator =
  (
    principals: Principals,
    origins: ReadonlySet<string>,
    rateLimits: RateLimits | undefined,
  ): RequestHandler =>
  (request, response, next) => {
    const exchange = exchangeOf(response)
    const admit = (principal: Principal | undefined): void | Promise<void> => {
      if (!principal) {
        const refusal = new AppProblem('UNAUTHENTICATED')
        if (!rateLimits) throw refusal
        return rateLimits.countRefused(exchange.clientAddress).then(() => Promise.reject(refusal))
      }
      exchange.principal = principal
      if (request.method === 'POST' && principal.sessionId !== undefined)
        assertOwnOrigin(request.headers, origins, true)
      next()
    }
    const found = principals.resolve(request.headers)
    return found instanceof Promise ? found.then(admit) : admit(found)
  }

// Express recognises an error handler by its four parameters.
const createErrorHandler =
  (sendProblem: SendProblem): ErrorRequestHandler =>
  (error, request, response, _next) =>
    sendProblem(error, request, response, 'unrouted')

/** Answers 405 with the methods that the path does have. */
const refuseOtherMethods = (app: Express, routes: readonly Route[]): void => {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes)
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  for (const [path, allow] of methods) {
    app.all(path, () => {
      throw new AppProblem('METHOD_NOT_ALLOWED', undefined, {}, { allow: allow.join(', ') })
    })
  }
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
