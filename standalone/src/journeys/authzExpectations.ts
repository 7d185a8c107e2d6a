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
import { isOfPlatform, findResource } from './allRoutes.ts'
import type { Answer } from './request.ts'

/**
 * The record that a request names: of the caller's own account (of any, for callers without one), of another
 * account, of none; or an id that no record can have.
 */
export const TARGETS = ['own', 'foreign', 'unknown', 'malformed'] as const
export type Target = (typeof TARGETS)[number]

/** A caller, as the table of capabilities knows it. */
export type Caller = Readonly<{
  role?: Role
  /** Bound to one account: a host, or staff who impersonate one. */
  bound: boolean
  proved: boolean
  impersonation?: ImpersonationGrant
}>

/** What an answer must be: one of these codes, or a success. */
export type Expected = Readonly<{ codes: readonly ProblemCode[]; success: boolean }>

const refused = (...codes: readonly ProblemCode[]): Expected => ({ codes, success: false })
const success: Expected = { codes: [], success: true }
const either = (...codes: readonly ProblemCode[]): Expected => ({ codes, success: true })
/** The content was read, so the caller was let in. */
const CONTENT = ['VALIDATION_FAILED', 'MALFORMED'] as const satisfies readonly ProblemCode[]

/** A report is about one account, which staff name. */
const REPORT = {
  query: 'type=bookings&from=2027-01-01&to=2027-12-31',
  notFor: ({ bound }: Caller) => !bound,
}

/**
 * Routes that read something other than a resource's list, row or export. A reading route that is missing
 * here has no cells.
 */
export const OTHER_READS: Readonly<
  Record<
    string,
    Readonly<{
      query?: string
      /** Its id names no record of an account. */
      nameless?: true
      /** Callers that it does not serve, although it names no capability. */
      notFor?: (caller: Caller) => boolean
    }>
  >
> = {
  'GET /api/bookings/:id/cancellation-quote': { query: 'initiator=host' },
  'GET /api/disruptions/:id/stays': { nameless: true },
  'GET /api/bookings/:id/history': {},
  'GET /api/listings/:id/history': {},
  'GET /api/reimbursements/:id/history': {},
  'GET /api/requests/:id/history': {},
  'GET /api/requests/:id/numbers': {},
  'GET /api/reviews/:id/history': {},
  'GET /api/ratings': {},
  'GET /api/accounts/:id/timeline': { query: 'from=2026-07-01&to=2026-12-31' },
  'GET /api/feed-health': {},
  'GET /api/incidents/:id/history': {},
  'GET /api/referrals/:id/history': {},
  'GET /api/listings/:id/versions': {},
  'GET /api/listings/:id/readiness': {},
  'GET /api/files/:id/:size': {},
  'GET /api/geocode': { query: 'q=Lisbon' },
  'GET /api/listings/:id/photoshoot-slots': {},
  'GET /api/agreements/:id/text': {},
  'GET /api/agreements/:id/document.pdf': {},
  'GET /api/tax-profiles/:id/form.pdf': {},
  'GET /api/tax-profiles/:id/document.pdf': { query: 'document=f99830bc-b32e-578d-b665-dfe370189583' },
  'GET /api/tax-profiles/:id/preview': { query: 'year=2026' },
  'GET /api/tax-profiles/:id/preview-lines': { query: 'year=2026&form=1099-K&box=1a' },
  'GET /api/statements/:id/content': {},
  'GET /api/statements/:id/document.pdf': {},
  'GET /api/statements/:id/entries.csv': {},
  'GET /api/listings/:id/calendar/:date/explain': {},
  'GET /api/listings/:id/quote': { query: 'checkIn=2027-06-01&checkOut=2027-06-04' },
  'GET /api/bookings/:id/earnings/explain': {},
  'GET /api/referrals/:id/earnings/explain': {},
  'GET /api/payouts/:id/explain': {},
  'GET /api/payouts-breakdown': {},
  'GET /api/payouts-breakdown.csv': {},
  'GET /api/payouts-breakdown.xlsx': {},
  'GET /api/payouts-breakdown/entries': {},
  'GET /api/performance': { query: 'from=2026-07-01&to=2026-09-01' },
  'GET /api/performance/opened': { query: 'from=2026-07-01&to=2026-09-01&figure=occupancy' },
  'GET /api/performance/bridge': { query: 'from=2026-07-01&to=2026-09-01&lead=check_in' },
  'GET /api/performance/gaps': {},
  'GET /api/performance/tier': {},
  'GET /api/policy-replay': { query: 'version=1&from=2026-07-01&to=2026-07-31' },
  'GET /api/reconciliation-overview': { query: 'from=2026-07-01&to=2026-07-31' },
  'GET /api/reconciliation-overview/:id/rows': { query: 'comparison=bookings_ledger', nameless: true },
  'GET /api/reports/preview': REPORT,
  'GET /api/reports/difference': REPORT,
  'GET /api/report-files/:id/download': { query: 'download=f99830bc-b32e-578d-b665-dfe370189583' },
  'GET /api/projections/:id/difference': { nameless: true },
  'GET /api/record-moments/:id': { query: 'resource=bookings', nameless: true },
  'GET /api/traces/:id': { nameless: true },
  'GET /api/data-exports/:id/download': {},
  'GET /api/process-managers': {},
  'GET /api/command-failures': {},
  'GET /api/command-failures/in': { query: 'command=PlaceHold&slot=2026-07-16T00:00:00.000Z' },
  'GET /api/job-queues': {},
  'GET /api/search': { query: 'q=Guest' },
  'GET /api/today': {},
  'GET /api/undoable-actions': {},
  'GET /api/staff-queue': {},
  'GET /api/deadlines': {},
  'GET /api/my-notices': {},
  'GET /api/session': {},
  'GET /api/login/providers': {},
  'GET /api/live': {},
  'GET /api/openapi.json': {},
  'GET /api/account/sessions': { notFor: ({ impersonation }) => impersonation !== undefined },
  'GET /api/account/security': {
    notFor: ({ role, impersonation }) =>
      impersonation !== undefined || (role !== undefined && isService(role)),
  },
  'GET /api/account/membership': {},
  'GET /ical/:id/:file': { nameless: true },
}

/**
 * Why a caller is not let in; undefined when it is. Derived from the table of capabilities and the route's
 * own declaration only.
 */
export const findRefusal = (
  { method, access, tenant, stepUp, whileImpersonating }: Route,
  { role, bound, proved, impersonation }: Caller,
): ProblemCode | undefined => {
  if (access === 'public') return undefined
  if (role === undefined) return 'UNAUTHENTICATED'
  const asksForProof = !proved && !isService(role)
  const excluded =
    impersonation?.mode === 'read_only' ? 'IMPERSONATION_READ_ONLY' : 'IMPERSONATION_ACTION_EXCLUDED'
  if (access === 'signed-in') {
    if (impersonation !== undefined && method === 'POST' && whileImpersonating !== true) return excluded
  } else if (impersonation !== undefined) {
    if (method === 'GET' && !canLook(impersonation, access.capability)) return 'FORBIDDEN'
    if (method === 'POST' && !canAct(impersonation, access.capability)) return excluded
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
  /** Whether the record that the path or the body names exists. */
  named: boolean
  /** Whether the body matches the schema. */
  whole: boolean
}>

const determineReadExpected = (route: Route, caller: Caller, target: Target, { named }: Sent): Expected => {
  const resource = findResource(route)
  const hasId = route.path.includes('/:id')
  if (!hasId) {
    if (resource !== undefined) return target === 'malformed' ? refused('VALIDATION_FAILED') : success
    if (OTHER_READS[`GET ${route.path}`]?.notFor?.(caller) === true)
      return refused('FORBIDDEN', ...(target === 'malformed' ? (['VALIDATION_FAILED'] as const) : []))
    return target === 'malformed' ? either('VALIDATION_FAILED') : success
  }
  if (target === 'malformed' || target === 'unknown' || !named) return refused('NOT_FOUND')
  if (target === 'foreign' && caller.bound && resource?.scope !== 'platform') return refused('NOT_FOUND')
  const { ownRows } = resource ?? {}
  if (
    ownRows !== undefined &&
    !caller.bound &&
    caller.role !== undefined &&
    !can(caller.role, ownRows.unless)
  )
    return either('NOT_FOUND')
  // The copy is not ready or another person's, or the time has passed: the caller was let in nevertheless.
  return resource === undefined
    ? either('INVALID_TRANSITION', 'PRECONDITION_FAILED', 'NOT_FOUND', 'WINDOW_CLOSED')
    : success
}

const determineWriteExpected = (
  route: Route,
  caller: Caller,
  target: Target,
  { whole, named }: Sent,
): Expected => {
  const { access, path, content } = route
  // Error reports are always accepted; providers sign what they send; a file's address says what it is for.
  if (path === '/monitoring') return success
  if (
    ['/api/uploads', '/api/incident-evidence', '/api/first-attachments', '/api/guest-attachments'].includes(
      path,
    )
  )
    return refused('VALIDATION_FAILED')
  if (/^\/api\/(?:threads\/:id\/attachments|reimbursements\/:id\/(?:files|videos))$/.test(path))
    return refused('MALFORMED', 'NOT_FOUND', 'VALIDATION_FAILED')
  if (content === 'raw') return refused('UNAUTHENTICATED')
  if (target === 'malformed' && path.includes('/:')) return refused('NOT_FOUND')
  if (!whole) return named || !path.includes('/:') ? refused(...CONTENT) : refused(...CONTENT, 'NOT_FOUND')
  // A caller that is let in with a valid body names a foreign or an unknown record.
  if (access === 'public') return either('UNAUTHENTICATED', 'NOT_FOUND', 'TICKET_INVALID', 'STATE_MISMATCH')
  if (access === 'signed-in')
    return refused(
      'NOT_FOUND',
      ...(caller.role !== undefined && isService(caller.role) ? (['FORBIDDEN'] as const) : []),
    )
  return refused('NOT_FOUND', ...(isOfPlatform(route) ? (['VALIDATION_FAILED'] as const) : []))
}

/** What the answer to one cell of the matrix must be. */
export const determineExpected = (route: Route, caller: Caller, target: Target, sent: Sent): Expected => {
  const refusal = findRefusal(route, caller)
  if (refusal !== undefined) return refused(refusal)
  return route.method === 'GET'
    ? determineReadExpected(route, caller, target, sent)
    : determineWriteExpected(route, caller, target, sent)
}

/** How the answer differs from the expected one; undefined when it does not. */
export const findSurprise = (
  { status, json }: Answer,
  { codes, success: mayWork }: Expected,
): string | undefined => {
  if (status < 300) return mayWork ? undefined : `${status} instead of ${codes.join(' or ')}`
  const expected = [...codes, ...(mayWork ? ['success'] : [])].join(' or ')
  return (codes as readonly unknown[]).includes(json['code'])
    ? undefined
    : `${status} ${String(json['code'])} instead of ${expected}`
}
