import {
  can,
  canAct,
  canLook,
  capabilityOf,
  isService,
  type ImpersonationGrant,
  type Role,
} from '@hearth/contracts/kernel/access'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { Route } from '@hearth/platform/http/route'
import { isOfPlatform, resourceOf } from './allRoutes.ts'
import type { Answer } from './request.ts'

/**
 * Whose record a request names: of the asker's own account (for those without one: of any), of another's, of
 * nobody's; or what no record can be called.
 */
export const TARGETS = ['own', 'foreign', 'unknown', 'malformed'] as const
export type Target = (typeof TARGETS)[number]

/** Somebody who asks, as the table of capabilities knows them. */
export type Who = Readonly<{
  role?: Role
  /** A host's, or staff in a host's place. */ bound: boolean
  proved: boolean
  place?: ImpersonationGrant
}>

/** What an answer must be: one of these codes, or a success. */
export type Expected = Readonly<{ codes: readonly ProblemCode[]; success: boolean }>

const refused = (...codes: readonly ProblemCode[]): Expected => ({ codes, success: false })
const success: Expected = { codes: [], success: true }
const either = (...codes: readonly ProblemCode[]): Expected => ({ codes, success: true })
/** The content was looked at, so whoever asks was let in. */
const CONTENT = ['VALIDATION_FAILED', 'MALFORMED'] as const satisfies readonly ProblemCode[]

/**
 * What is not a resource's list, row or export, and whom it serves although it names no capability. A reading
 * route that stands nowhere has no cells.
 */
export const OTHER_READS: Readonly<
  Record<
    string,
    Readonly<{
      query?: string
      /** No record of ours is named so. */ nameless?: true
      notFor?: (who: Who) => boolean
    }>
  >
> = {
  'GET /api/bookings/:id/cancellation-quote': { query: 'initiator=host' },
  'GET /api/bookings/:id/history': {},
  'GET /api/listings/:id/history': {},
  'GET /api/listings/:id/versions': {},
  'GET /api/listings/:id/readiness': {},
  'GET /api/files/:id/:size': {},
  'GET /api/geocode': { query: 'q=Lisbon' },
  'GET /api/listings/:id/photoshoot-slots': {},
  'GET /api/agreements/:id/text': {},
  'GET /api/agreements/:id/document.pdf': {},
  'GET /api/listings/:id/calendar/:date/explain': {},
  'GET /api/bookings/:id/earnings/explain': {},
  'GET /api/payouts/:id/explain': {},
  'GET /api/payouts-breakdown': {},
  'GET /api/payouts-breakdown.csv': {},
  'GET /api/payouts-breakdown/entries': {},
  'GET /api/projections/:id/difference': { nameless: true },
  'GET /api/traces/:id': { nameless: true },
  'GET /api/data-exports/:id/download': {},
  'GET /api/process-managers': {},
  'GET /api/job-queues': {},
  'GET /api/today': {},
  'GET /api/session': {},
  'GET /api/login/providers': {},
  'GET /api/live': {},
  'GET /api/openapi.json': {},
  'GET /api/account/sessions': { notFor: ({ place }) => place !== undefined },
  'GET /api/account/security': {
    notFor: ({ role, place }) => place !== undefined || (role !== undefined && isService(role)),
  },
  'GET /api/account/membership': {},
  'GET /ical/:id/:file': { nameless: true },
}

/**
 * Why somebody is not let in; undefined when they are. From the table of capabilities and the route's own
 * declaration only.
 */
export const refusalOf = (
  { method, access, tenant, stepUp, whileImpersonating }: Route,
  { role, bound, proved, place }: Who,
): ProblemCode | undefined => {
  if (access === 'public') return undefined
  if (role === undefined) return 'UNAUTHENTICATED'
  const asksForProof = !proved && !isService(role)
  const inPlace = place?.mode === 'read_only' ? 'IMPERSONATION_READ_ONLY' : 'IMPERSONATION_ACTION_EXCLUDED'
  if (access === 'signed-in') {
    if (place !== undefined && method === 'POST' && whileImpersonating !== true) return inPlace
  } else if (place !== undefined) {
    if (method === 'GET' && !canLook(place, access.capability)) return 'FORBIDDEN'
    if (method === 'POST' && !canAct(place, access.capability)) return inPlace
  } else {
    if (!can(role, access.capability)) return 'FORBIDDEN'
    if (method === 'POST' && asksForProof && capabilityOf(access.capability).stepUp === true)
      return 'STEP_UP_REQUIRED'
  }
  if (stepUp === true && asksForProof) return 'STEP_UP_REQUIRED'
  return bound && tenant === 'any' ? 'FORBIDDEN' : undefined
}

/** What was sent, as far as the answer depends on it. */
export type Sent = Readonly<{
  /** The record, or the body's reference, that the request names exists. */ named: boolean
  /** The body is one that the schema takes. */ whole: boolean
}>

const expectedOfRead = (route: Route, who: Who, target: Target, { named }: Sent): Expected => {
  const resource = resourceOf(route)
  const hasId = route.path.includes('/:id')
  if (!hasId) {
    if (resource !== undefined) return target === 'malformed' ? refused('VALIDATION_FAILED') : success
    if (OTHER_READS[`GET ${route.path}`]?.notFor?.(who) === true)
      return refused('FORBIDDEN', ...(target === 'malformed' ? (['VALIDATION_FAILED'] as const) : []))
    return target === 'malformed' ? either('VALIDATION_FAILED') : success
  }
  if (target === 'malformed' || target === 'unknown' || !named) return refused('NOT_FOUND')
  if (target === 'foreign' && who.bound && resource?.scope !== 'platform') return refused('NOT_FOUND')
  const { ownRows } = resource ?? {}
  if (ownRows !== undefined && !who.bound && who.role !== undefined && !can(who.role, ownRows.unless))
    return either('NOT_FOUND')
  // A copy that is not ready or not the asker's, a moment that has passed: they were let in all the same.
  return resource === undefined
    ? either('INVALID_TRANSITION', 'PRECONDITION_FAILED', 'NOT_FOUND', 'WINDOW_CLOSED')
    : success
}

const expectedOfWrite = (route: Route, who: Who, target: Target, { whole, named }: Sent): Expected => {
  const { access, path, content } = route
  // Error reports are always taken; what a provider sends is signed; a file says in its address whose it is.
  if (content === 'raw')
    return path === '/monitoring'
      ? success
      : refused(path === '/api/uploads' ? 'VALIDATION_FAILED' : 'UNAUTHENTICATED')
  if (target === 'malformed' && path.includes('/:')) return refused('NOT_FOUND')
  if (!whole) return named || !path.includes('/:') ? refused(...CONTENT) : refused(...CONTENT, 'NOT_FOUND')
  // Whoever is let in with a whole body names somebody else's record, or nobody's.
  if (access === 'public') return either('UNAUTHENTICATED', 'NOT_FOUND', 'TICKET_INVALID', 'STATE_MISMATCH')
  if (access === 'signed-in')
    return refused(
      'NOT_FOUND',
      ...(who.role !== undefined && isService(who.role) ? (['FORBIDDEN'] as const) : []),
    )
  return refused('NOT_FOUND', ...(isOfPlatform(route) ? (['VALIDATION_FAILED'] as const) : []))
}

/** What the answer to one cell of the matrix must be. */
export const expectedOf = (route: Route, who: Who, target: Target, sent: Sent): Expected => {
  const refusal = refusalOf(route, who)
  if (refusal !== undefined) return refused(refusal)
  return route.method === 'GET'
    ? expectedOfRead(route, who, target, sent)
    : expectedOfWrite(route, who, target, sent)
}

/** Why the answer is a surprise; undefined when it is none. */
export const surpriseIn = (
  { status, json }: Answer,
  { codes, success: mayWork }: Expected,
): string | undefined => {
  if (status < 300) return mayWork ? undefined : `${status} where ${codes.join(' or ')} was due`
  return (codes as readonly unknown[]).includes(json['code'])
    ? undefined
    : `${status} ${String(json['code'])} where ${[...codes, ...(mayWork ? ['success'] : [])].join(' or ')} was due`
}
