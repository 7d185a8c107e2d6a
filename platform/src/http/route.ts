import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { CAPABILITIES, type Capability } from '@hearth/contracts/kernel/access'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { z } from 'zod'
import { isBound, isProved, maySee, refusalToAct, type Principal } from '../session/principal.ts'
import { AppProblem } from './appProblem.ts'
import type { RateClass } from './load.ts'
import { parseOrRefuse } from './validation.ts'

/** Who may use a route: everyone, everyone with a session or token, or those who have the capability. */
export type Access = 'public' | 'signed-in' | Readonly<{ capability: Capability }>

/**
 * Whose data: `own` = a host acts for the account of its session (staff and services pass), `any` = staff and
 * services only,
 * `none` = no account's data.
 */
export type TenantScope = 'own' | 'any' | 'none'

/** What every handler gets. `params`, `query` and `body` are the schemas' output. */
export type RouteRequest<P = unknown, Q = unknown, B = unknown, Who = Principal> = Readonly<{
  principal: Who
  params: P
  query: Q
  body: B
  headers: IncomingHttpHeaders
  /**
   * Aborts at the deadline of 8 s, when a reader leaves, and when a stream must end because the process
   * stops.
   */
  signal: AbortSignal
  correlationId: string
  traceparent: string
  /** As the front door reports it. */
  clientAddress: string
  /** Only for `content: 'raw'`: the whole body, then a place. 413 beyond the limit, 408 when it is too slow. */
  readBody: (maxBytes: number) => Promise<Buffer>
  /** The same without holding it in memory: the next piece is read when the one before is taken. */
  readBodyPieces: (maxBytes: number, take: (piece: Buffer) => Promise<void>) => Promise<void>
}>

/** A header with several values, such as cookies, is sent once for each. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/**
 * `body` goes out as JSON, `json` is that already. `stream` writes after the head is sent and ends when its
 * promise settles; the kit ends the response.
 */
export type Answer =
  | Readonly<{
      status: number
      body?: unknown
      json?: string | undefined
      headers?: AnswerHeaders
    }>
  | Readonly<{
      status: number
      headers: AnswerHeaders
      stream: (response: ServerResponse, signal: AbortSignal) => Promise<void>
    }>

type Schema<T> = z.ZodType<T>

export type RouteDefinition<P, Q, B, Who> = Readonly<{
  method: 'GET' | 'POST'
  /** As Express writes it: `/api/bookings/:id/cancel`. */
  path: string
  access: Access
  tenant: TenantScope
  rate: RateClass
  /** Asks for a fresh proof where no capability does (docs/domain/access.md#step-up). */
  stepUp?: true
  /**
   * Open to staff in a host's place although it is neither a capability's nor a reading one: to end it, above
   * all.
   */
  whileImpersonating?: true
  /** Open to sessions that lack their second factor: what leads to it, and out (principal.ts). */
  withoutSecondFactor?: true
  /**
   * `raw`: the handler reads the body itself, under limits of its own; on a public route it also judges
   * where it comes from.
   */
  content?: 'raw'
  /** For requests that take longer than the usual 8 s, such as a file sent from a phone. */
  deadlineMs?: number
  /** A path that does not fit answers 404, like a record that does not exist. */
  params?: Schema<P>
  /** Over the query's texts; a repeated name is 422 before the schema sees it. */
  query?: Schema<Q>
  /** POST only. Without a schema the body is read and must be JSON, and is dropped. */
  body?: Schema<B>
  handler: (request: RouteRequest<P, Q, B, Who>) => Promise<Answer | AppProblem> | Answer | AppProblem
}>

/** A request after its envelope was checked and before its content is. */
export type RawRequest = Omit<RouteRequest, 'params' | 'query' | 'body' | 'principal'> &
  Readonly<{
    principal: Principal | undefined
    params: unknown
    query: () => unknown
    /** Takes a place of the rate class: before the handler of a request that has no body to wait for. */
    enter: () => void
    /** Reads the whole body as JSON, then takes a place. */
    body: () => Promise<unknown>
  }>

/** A route ready to be mounted. */
export type Route = Omit<
  RouteDefinition<never, never, never, never>,
  'params' | 'query' | 'body' | 'handler'
> &
  Readonly<{
    /** What it takes; who tries or describes every route finds it here. */
    schemas: Readonly<{ params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }>
    run: (raw: RawRequest) => Promise<Answer | AppProblem>
  }>

const explain = (code: ProblemCode, capability: Capability) =>
  new AppProblem(
    code,
    code === 'FORBIDDEN' ? `Your role can’t ${CAPABILITIES[capability].title}.` : undefined,
    {
      capability,
    },
  )

const LEAVE_FIRST =
  'Your impersonation session has ended, and nothing was changed. Stop it, then continue as yourself.'

type Admission = Pick<
  RouteDefinition<never, never, never, never>,
  'method' | 'access' | 'tenant' | 'stepUp' | 'whileImpersonating' | 'withoutSecondFactor'
>

/** 401 without a principal, 403 without the right, the account or the proof. */
const admit = (
  principal: Principal | undefined,
  { method, access, tenant, stepUp, whileImpersonating, withoutSecondFactor }: Admission,
): void => {
  if (access === 'public') return
  if (!principal) throw new AppProblem('UNAUTHENTICATED')
  const { impersonation, endedImpersonation, actor, secondFactor } = principal
  if (secondFactor !== undefined && withoutSecondFactor !== true) {
    throw new AppProblem(
      'FORBIDDEN',
      secondFactor === 'enrol'
        ? 'Set up your authenticator first.'
        : 'Enter the code from your authenticator first.',
      { secondFactor },
    )
  }
  if (endedImpersonation !== undefined && method === 'POST' && whileImpersonating !== true)
    throw new AppProblem('IMPERSONATION_OVER', LEAVE_FIRST)
  if (access === 'signed-in') {
    if (impersonation !== undefined && method === 'POST' && whileImpersonating !== true)
      throw new AppProblem(
        impersonation.mode === 'read_only' ? 'IMPERSONATION_READ_ONLY' : 'IMPERSONATION_ACTION_EXCLUDED',
      )
  } else if (method === 'GET') {
    if (!maySee(principal, access.capability)) throw explain('FORBIDDEN', access.capability)
  } else {
    const refusal = refusalToAct(principal, access.capability, Date.now())
    if (refusal !== undefined) throw explain(refusal, access.capability)
  }
  if (stepUp === true && !isProved(actor, principal.provedAt, Date.now()))
    throw new AppProblem('STEP_UP_REQUIRED')
  if (!isBound(principal)) return
  if (tenant === 'any' || (tenant === 'own' && principal.tenantId === undefined))
    throw new AppProblem('FORBIDDEN')
}

type WhoOf<A extends Access> = A extends 'public' ? Principal | undefined : Principal

/**
 * The only way to make a route. Parsing and authorisation happen before the handler and cannot be left out.
 */
export const route = <A extends Access, P = undefined, Q = undefined, B = undefined>(
  definition: RouteDefinition<P, Q, B, WhoOf<A>> & Readonly<{ access: A }>,
): Route => {
  const {
    method,
    path,
    access,
    tenant,
    rate,
    content,
    deadlineMs,
    stepUp,
    whileImpersonating,
    withoutSecondFactor,
    params,
    query,
    body,
    handler,
  } = definition
  return {
    method,
    path,
    access,
    tenant,
    rate,
    ...(stepUp === undefined ? {} : { stepUp }),
    ...(whileImpersonating === undefined ? {} : { whileImpersonating }),
    ...(withoutSecondFactor === undefined ? {} : { withoutSecondFactor }),
    ...(content === undefined ? {} : { content }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    schemas: { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
    run: async (raw) => {
      admit(raw.principal, definition)
      const inPath = params?.safeParse(raw.params)
      if (inPath && !inPath.success) throw new AppProblem('NOT_FOUND')
      if (method === 'GET') raw.enter()
      const sent = method === 'POST' && content !== 'raw' ? await raw.body() : undefined
      return handler({
        principal: raw.principal as WhoOf<A>,
        params: inPath?.data as P,
        query: (query ? parseOrRefuse(query, raw.query()) : undefined) as Q,
        body: (body ? parseOrRefuse(body, sent) : undefined) as B,
        headers: raw.headers,
        get signal() {
          return raw.signal
        },
        correlationId: raw.correlationId,
        get traceparent() {
          return raw.traceparent
        },
        clientAddress: raw.clientAddress,
        readBody: raw.readBody,
        readBodyPieces: raw.readBodyPieces,
      })
    },
  }
}

const FIELDS = ['method', 'path', 'access', 'tenant', 'rate', 'run'] as const

/**
 * Throws with the route's name when a field is missing or a route stands twice, so that the process does not
 * start.
 */
export const assertRoutes = (routes: readonly Route[]): void => {
  const seen = new Set<string>()
  for (const entry of routes) {
    const name = `${entry.method} ${entry.path}`
    for (const field of FIELDS)
      if (entry[field] === undefined) throw new Error(`Route ${name} has no ${field}`)
    const shape = `${entry.method} ${entry.path.replaceAll(/:\w+/g, ':')}`
    if (seen.has(shape)) throw new Error(`Route ${name} is registered twice`)
    seen.add(shape)
  }
}
