import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Request, RequestHandler, Response } from 'express'
import type { Principal } from '../session/principal.ts'
import type { Log } from '../telemetry/log.ts'
import { AppProblem } from './appProblem.ts'
import { assertJson, MAX_BODY_BYTES, parseJson, readBytes, readPieces } from './body.ts'
import { exchangeOf, type Exchange } from './exchange.ts'
import type { Load, RateClass } from './load.ts'
import { assertOwnOrigin } from './origin.ts'
import type { RateLimits } from './rateLimits.ts'
import type { RawRequest, Route } from './route.ts'
import type { Sender } from './sendAnswer.ts'
import type { SendProblem } from './sendProblem.ts'
import { fieldProblem } from './validation.ts'

/**
 * A request that was refused because of what its sender may do. `path` is the route's pattern, `recordId` the
 * id in it.
 */
export type Refusal = Readonly<{
  principal: Principal
  path: string
  recordId: unknown
  code: ProblemCode
  correlationId: string
}>

export type RouteOptions = Readonly<{
  log: Log
  load: Load
  rateLimits?: RateLimits | undefined
  /** Awaited before the refusal is sent to staff who impersonate. */
  onRefusal?: ((refusal: Refusal) => Promise<void>) | undefined
}>

type Parts = RouteOptions &
  Readonly<{ origins: ReadonlySet<string>; sender: Pick<Sender, 'send'>; sendProblem: SendProblem }>

const SLOW_MS = 1_000
/**
 * On an overloaded machine every request is slow, and logging each one adds to the load. The metrics count
 * them all.
 */
const SLOW_LINES_PER_SECOND = 5

const parseQuery = (url: string): Readonly<Record<string, string>> => {
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
 * A place is taken when the request is whole, so that a sender which never finishes holds none
 * (docs/domain/limits.md#load). The answer gives it back.
 */
const createAdmission = (load: Load, rate: RateClass, request: Request, response: Response) => {
  const { principal, network } = exchangeOf(response)
  const counted = principal?.actor.kind === 'service' ? undefined : network
  const enter = (): void => {
    if (response.destroyed) throw new AppProblem('MALFORMED', 'The sender has left')
    response.once('close', load.enter(rate, counted))
  }
  const receive = async <T>(reading: () => Promise<T>): Promise<T> => {
    const leave = load.receive(counted)
    const received = await reading().finally(leave)
    enter()
    return received
  }
  return {
    enter,
    readBody: (maxBytes: number) => receive(() => readBytes(request, maxBytes)),
    readBodyPieces: (maxBytes: number, take: (piece: Buffer) => Promise<void>) =>
      receive(() => readPieces(request, maxBytes, take)),
  }
}

const toRawRequest = (
  request: Request,
  exchange: Exchange,
  { enter, readBody, readBodyPieces }: ReturnType<typeof createAdmission>,
): RawRequest => ({
  principal: exchange.principal,
  params: request.params,
  query: () => parseQuery(request.url),
  enter,
  body: async () => {
    assertJson(request)
    return parseJson(await readBody(MAX_BODY_BYTES))
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
  readBody,
  readBodyPieces,
})

/** Whether one more line may be logged in this second. */
const limitPerSecond = (max: number): (() => boolean) => {
  let current = { second: 0, lines: 0 }
  return () => {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== current.second) current = { second, lines: 0 }
    current.lines += 1
    return current.lines <= max
  }
}

/** Passes on what was refused to staff because they impersonate; a failure to record it is only logged. */
const notifyRefusal = async (
  { onRefusal, log }: Pick<RouteOptions, 'onRefusal' | 'log'>,
  error: unknown,
  path: string,
  recordId: unknown,
  { principal, correlationId }: Exchange,
): Promise<void> => {
  if (
    !onRefusal ||
    principal?.impersonation === undefined ||
    !(error instanceof AppProblem) ||
    !error.code.startsWith('IMPERSONATION_')
  )
    return
  await onRefusal({ principal, path, recordId, code: error.code, correlationId }).catch((reason: unknown) =>
    log.error({ err: reason, correlationId }, 'http: a refusal could not be recorded'),
  )
}

/** Makes Express handlers of routes: origin, deadline and limits, then the route itself. */
export const createRouteHandlers = (parts: Parts): ((route: Route) => RequestHandler) => {
  const { log, load, rateLimits, origins, sender, sendProblem } = parts
  const mayLogSlow = limitPerSecond(SLOW_LINES_PER_SECOND)

  const logRequest = ({ path, rate }: Route, method: string, status: number, exchange: Exchange): void => {
    const ms = Math.round(performance.now() - exchange.startedAt)
    const slow = ms > SLOW_MS && rate !== 'stream' && rate !== 'export' && mayLogSlow()
    const { correlationId, principal } = exchange
    log[slow ? 'warn' : 'debug'](
      {
        correlationId,
        actorId: principal?.actor.id,
        tenantId: principal?.tenantId,
        route: path,
        method,
        status,
        ms,
      },
      slow ? 'http: slow' : 'http',
    )
  }

  return (route) => async (request, response) => {
    const exchange = exchangeOf(response)
    const { path, rate, deadlineMs } = route
    if (route.access === 'public' && request.method === 'POST' && route.content !== 'raw')
      assertOwnOrigin(request.headers, origins, false)
    const admission = createAdmission(load, rate, request, response)
    if (deadlineMs !== undefined) exchange.extendDeadline(deadlineMs)
    try {
      await rateLimits?.count(rate, exchange.principal, exchange.clientAddress)
      const answer = await route.run(toRawRequest(request, exchange, admission))
      if (answer instanceof AppProblem) sendProblem(answer, request, response, path)
      else await sender.send(response, exchange, answer)
    } catch (error) {
      await notifyRefusal(parts, error, path, request.params['id'], exchange)
      if (!response.destroyed) sendProblem(error, request, response, path)
    }
    logRequest(route, request.method, response.statusCode, exchange)
  }
}
