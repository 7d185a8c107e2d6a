import type { BookingRow } from '@hearth/contracts/booking'
import type { ClaimRow } from '@hearth/contracts/calendar'
import type { IncidentRow } from '@hearth/contracts/incident'
import type { ListingRow } from '@hearth/contracts/listing'
import type { OnboardingRow } from '@hearth/contracts/onboarding'
import type { ReferralRow } from '@hearth/contracts/referral'
import type { StatementRow } from '@hearth/contracts/statement'
import type { ReimbursementRow } from '@hearth/contracts/reimbursement'
import type { RequestRow } from '@hearth/contracts/request'
import type { ReviewRow } from '@hearth/contracts/review'
import type { ThreadRow } from '@hearth/contracts/thread'
import type { APIRequestContext } from '@playwright/test'
import { readRows } from '../fixtures.ts'

/** A module of the console; its types and those of every page stay out of the journeys' program. */
const loadConsole = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../ui/src/${path}`, import.meta.url).href)

type Route = Readonly<{ path: string; layout: string }>

const TABS_OF_ACCOUNT = ['profile', 'team', 'security', 'notifications', 'access', 'data']
const REPORTS_OF_EVENTS = ['projections', 'events', 'trace', 'record', 'jobs', 'failures', 'feeds', 'audit']
const REPORTS_OF_MONEY = ['payouts', 'reconciliation', 'bankLines', 'holds', 'adjustments', 'taxDocuments']
const REPORTS_OF_PEOPLE = ['listings', 'owners', 'impersonations', 'disruptions', 'replay', 'host']
const REPORTS = [...REPORTS_OF_EVENTS, ...REPORTS_OF_MONEY, ...REPORTS_OF_PEOPLE]
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** One record of each kind, for the routes that have an id. */
const readRecords = async (request: APIRequestContext) => {
  const [listing] = await readRows<ListingRow>(request, 'listings', { status: 'live' }, ['title', 'ASC'])
  const [block] = await readRows<ClaimRow>(request, 'blocks', {}, ['start', 'DESC'])
  const [overbooked] = await readRows<BookingRow>(request, 'bookings', { status: 'overbooked' }, [
    'checkIn',
    'ASC',
  ])
  const [next] = await readRows<BookingRow>(request, 'bookings', { status: 'confirmed' }, ['checkIn', 'DESC'])
  const [onboarding] = await readRows<OnboardingRow>(request, 'onboarding', {}, ['id', 'ASC'])
  const [thread] = await readRows<ThreadRow>(request, 'threads', {}, ['place', 'ASC'])
  const reviews = await readRows<ReviewRow>(request, 'reviews', {}, ['place', 'ASC'])
  const [statement] = await readRows<StatementRow>(request, 'statements', { state: 'locked' }, [
    'month',
    'ASC',
  ])
  const [referral] = await readRows<ReferralRow>(request, 'referrals', {}, ['invitedAt', 'ASC'])
  const claims = await readRows<ReimbursementRow>(request, 'reimbursements', {}, ['status', 'ASC'])
  const [incident] = await readRows<IncidentRow>(request, 'incidents', {}, ['reportedAt', 'DESC'])
  const requests = await readRows<RequestRow>(request, 'requests', {}, ['kind', 'ASC'])
  return {
    thread: thread?.id ?? UNKNOWN,
    incident: incident?.id ?? UNKNOWN,
    referral: referral?.id ?? UNKNOWN,
    statement: statement?.id ?? UNKNOWN,
    // One of each kind, in whatever state it is.
    claims: [...new Map(claims.map(({ status, id }) => [status, id])).values()],
    requests: [...new Map(requests.map(({ kind, id }) => [kind, id])).values()],
    // One of each state.
    reviews: [...new Map(reviews.map(({ state, id }) => [state, id])).values()],
    listing: listing?.id ?? UNKNOWN,
    block: block?.id ?? UNKNOWN,
    bookings: [next?.id ?? UNKNOWN, ...(overbooked ? [overbooked.id] : [])],
    onboarding: onboarding?.id ?? listing?.id ?? UNKNOWN,
  }
}

const withTabs = (path: string, key: string, names: readonly string[]) =>
  names.map((name) => `${path}?${key}=${name}`)

/**
 * Addresses of every route in the console's table; a route with a new parameter must be added here, or this
 * fails.
 */
export const readVisits = async (request: APIRequestContext, signedIn: boolean) => {
  const { routes } = await loadConsole<{ routes: readonly Route[] }>('app/routes.tsx')
  const { TABS } = await loadConsole<{ TABS: readonly string[] }>('listing/details/tabs.ts')
  const { STEP_PAGE_PATHS } = await loadConsole<{ STEP_PAGE_PATHS: readonly string[] }>(
    'onboarding/step/stepPages.ts',
  )
  const records = signedIn ? await readRecords(request) : undefined
  const fill: Readonly<Record<string, readonly string[]>> = {
    '/account': withTabs('/account', 'tab', TABS_OF_ACCOUNT),
    '/internal/reports': withTabs('/internal/reports', 'report', REPORTS),
    '/login/idp/:provider': ['/login/idp/google'],
    '/account/owner-change/:accountId/:changeId': [`/account/owner-change/${UNKNOWN}/${UNKNOWN}`],
    ...(records && {
      '/inbox/:id': [`/inbox/${records.thread}`],
      '/reports/statements/:id': [
        `/reports/statements/${records.statement}`,
        `/reports/statements/${UNKNOWN}`,
      ],
      '/referrals/:id': [`/referrals/${records.referral}`, `/referrals/${UNKNOWN}`],
      '/incidents/:id': [records.incident, UNKNOWN].map((id) => `/incidents/${id}`),
      '/requests/:id': [...records.requests, UNKNOWN].map((id) => `/requests/${id}`),
      '/reviews/:id': [...records.reviews, UNKNOWN].map((id) => `/reviews/${id}`),
      '/reimbursements/:id': [...records.claims, UNKNOWN].map((id) => `/reimbursements/${id}`),
      '/mobile/inbox/:id': [`/mobile/inbox/${records.thread}`],
      '/bookings/:id': records.bookings.map((id) => `/bookings/${id}`),
      '/bookings/:id/cancel': records.bookings.map((id) => `/bookings/${id}/cancel`),
      '/bookings/:id/overbooking': [`/bookings/${records.bookings.at(-1)}/overbooking`],
      '/calendar': ['/calendar', '/calendar?nights=90'],
      '/blocks/:id': [`/blocks/${records.block}`],
      '/performance': [
        '/performance?period=lastMonth',
        '/performance?period=year&by=payout&against=pace',
        '/performance?period=lastMonth&open=occupancy',
        '/performance?period=lastMonth&open=response_rate',
      ],
      '/performance/payouts-breakdown': [
        '/performance/payouts-breakdown',
        '/performance/payouts-breakdown?period=all&view=payouts',
        '/performance/payouts-breakdown?period=all&view=bookings',
      ],
      '/listings/:id': [`/listings/${records.listing}`],
      '/listing-details/:tab': TABS.map((tab) => `/listing-details/${tab}?listingId=${records.listing}`),
    }),
  }
  return routes
    .filter(({ layout }) => (layout !== 'none') === signedIn)
    .flatMap(({ path }) => {
      const visits = fill[path]
      if (visits) return visits
      // A step's group opens its first step.
      if (/^\/onboarding\/:listingId\/[a-z-]+\/:step$/.test(path))
        return STEP_PAGE_PATHS.filter((page) => path.includes(`/${page.split('/')[0]}/`)).map(
          (page) => `/onboarding/${records?.onboarding}/${page}`,
        )
      const visit = path.replace(':listingId', records?.onboarding ?? UNKNOWN)
      if (visit.includes(':')) throw new Error(`Add an address of ${path} to the layout test`)
      return [visit]
    })
}
