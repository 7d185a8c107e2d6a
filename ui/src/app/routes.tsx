import type { Capability } from '@hearth/contracts/kernel/access'
import type { TextKey } from '../i18n/text.ts'
import type { IconName } from '../components/display/icons.tsx'
import { accountTabs, reportTabs, type PageTab } from '../navigation/pageTabs.ts'
import { page, type Page } from './page.ts'

export type MenuGroup = 'work' | 'money' | 'places' | 'account' | 'staff'

export type AppRoute = Readonly<{
  path: string
  page: Page
  /**
   * The capability that the session needs; without it the page is not in the menu and opens /unauthorized.
   */
  access?: Capability
  /** `phone`: the page of a phone, with a menu of its own; larger screens get the same page of the console. */
  layout: 'shell' | 'phone' | 'none'
  /** Pages of one section stay mounted when the address changes between them. */
  section?: string
  title: TextKey
  /** The entry in the menu; pages without one are reached from other pages. `g` then `key` opens it. */
  menu?: Readonly<{
    group: MenuGroup
    icon: IconName
    key: string
    /** On a phone it is below “More”: the tab bar has room for four entries besides. */ more?: true
  }>
  /** How the command palette shows a page that has no entry in the menu; `action` is what it does. */
  find?: Readonly<{ icon: IconName; action?: true }>
  /** Other words that the command palette finds it by. */
  words?: TextKey
  /** Parts that have addresses of their own: `?<param>=<key>`. */
  tabs?: Readonly<{ param: string; all: Readonly<Record<string, PageTab>> }>
}>

const inboxPage = page(() => import('../thread/InboxPage.tsx'))
const stepPage = page(() => import('../onboarding/step/StepPage.tsx'))

/**
 * The table of pages. Routes, access, menu, shortcuts and preloading follow from it; `navigation/paths.ts`
 * builds the paths.
 */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    page: page(() => import('../today/TodayPage.tsx')),
    access: 'booking.read',
    layout: 'shell',
    title: 'app.menu.today',
    words: 'app.words.today',
    menu: { group: 'work', icon: 'today', key: 't' },
  },
  {
    path: '/inbox',
    page: inboxPage,
    section: '/inbox',
    access: 'thread.read',
    layout: 'shell',
    title: 'app.menu.inbox',
    words: 'app.words.inbox',
    menu: { group: 'work', icon: 'inbox', key: 'n' },
  },
  {
    path: '/inbox/:id',
    page: inboxPage,
    section: '/inbox',
    access: 'thread.read',
    layout: 'shell',
    title: 'app.menu.inbox',
  },
  {
    path: '/saved-replies',
    page: page(() => import('../reply-template/TemplatesPage.tsx')),
    access: 'reply-template.read',
    layout: 'shell',
    title: 'app.titles.savedReplies',
    find: { icon: 'inbox' },
    words: 'app.words.savedReplies',
  },
  {
    path: '/scheduled-messages',
    page: page(() => import('../message-rule/RulesPage.tsx')),
    access: 'message-rule.read',
    layout: 'shell',
    title: 'app.titles.scheduledMessages',
    find: { icon: 'clock' },
    words: 'app.words.scheduledMessages',
  },
  {
    path: '/bookings',
    page: page(() => import('../booking/list/BookingListPage.tsx')),
    access: 'booking.read',
    layout: 'shell',
    title: 'app.menu.bookings',
    words: 'app.words.bookings',
    menu: { group: 'work', icon: 'bookings', key: 'b' },
  },
  {
    path: '/bookings/:id',
    page: page(() => import('../booking/detail/BookingPage.tsx')),
    access: 'booking.read',
    layout: 'shell',
    title: 'app.titles.booking',
  },
  {
    path: '/bookings/:id/cancel',
    page: page(() => import('../booking/cancel/CancelPage.tsx')),
    access: 'booking.cancel',
    layout: 'shell',
    title: 'app.titles.cancel',
  },
  {
    path: '/bookings/:id/overbooking',
    page: page(() => import('../booking/overbooking/OverbookingPage.tsx')),
    access: 'booking.read',
    layout: 'shell',
    title: 'app.titles.overbooking',
  },
  {
    path: '/calendar',
    page: page(() => import('../calendar/CalendarPage.tsx')),
    access: 'calendar.read',
    layout: 'shell',
    title: 'app.menu.calendar',
    words: 'app.words.calendar',
    menu: { group: 'work', icon: 'calendar', key: 'c' },
  },
  {
    path: '/blocks/:id',
    page: page(() => import('../calendar/block/BlockPage.tsx')),
    access: 'calendar.read',
    layout: 'shell',
    title: 'app.titles.block',
  },
  {
    path: '/requests',
    page: page(() => import('../request/list/RequestListPage.tsx')),
    access: 'request.read',
    layout: 'shell',
    title: 'app.menu.requests',
    words: 'app.words.requests',
    menu: { group: 'work', icon: 'swap', key: 'q', more: true },
  },
  {
    path: '/requests/:id',
    page: page(() => import('../request/detail/RequestPage.tsx')),
    access: 'request.read',
    layout: 'shell',
    title: 'app.titles.request',
  },
  {
    path: '/report-incident',
    page: page(() => import('../incident/report/ReportPage.tsx')),
    access: 'incident.report',
    layout: 'shell',
    title: 'app.menu.reportIncident',
    words: 'app.words.reportIncident',
    menu: { group: 'work', icon: 'pen', key: 'x', more: true },
  },
  {
    path: '/incidents',
    page: page(() => import('../incident/list/IncidentListPage.tsx')),
    access: 'incident.read',
    layout: 'shell',
    title: 'app.titles.incidents',
    words: 'app.words.reportIncident',
    menu: { group: 'work', icon: 'alert', key: 'e', more: true },
  },
  {
    path: '/incidents/:id',
    page: page(() => import('../incident/detail/IncidentPage.tsx')),
    access: 'incident.read',
    layout: 'shell',
    title: 'app.titles.incident',
  },
  {
    path: '/performance/payouts-breakdown',
    page: page(() => import('../payout/breakdown/BreakdownPage.tsx')),
    access: 'ledger.read',
    layout: 'shell',
    title: 'app.menu.payouts',
    words: 'app.words.payouts',
    menu: { group: 'money', icon: 'wallet', key: 'm', more: true },
  },
  {
    path: '/payout-settings',
    page: page(() => import('../payout-account/settings/PayoutSettingsPage.tsx')),
    access: 'payout-account.write',
    layout: 'shell',
    title: 'app.menu.payoutSettings',
    words: 'app.words.payoutSettings',
    menu: { group: 'money', icon: 'bank', key: 'p', more: true },
  },
  {
    path: '/tax-center',
    page: page(() => import('../tax-profile/TaxCenterPage.tsx')),
    access: 'tax.answer',
    layout: 'shell',
    title: 'app.menu.taxCenter',
    words: 'app.words.taxCenter',
    menu: { group: 'money', icon: 'percent', key: 'y', more: true },
  },
  {
    path: '/tax-center/form',
    page: page(() => import('../tax-profile/FormPage.tsx')),
    access: 'tax.answer',
    layout: 'shell',
    title: 'app.menu.taxCenter',
  },
  {
    path: '/tax-center/draft',
    page: page(() => import('../tax-profile/DraftPage.tsx')),
    access: 'tax.answer',
    layout: 'shell',
    title: 'app.menu.taxCenter',
  },
  {
    path: '/tax-center/dac7',
    page: page(() => import('../tax-profile/Dac7Page.tsx')),
    access: 'tax.answer',
    layout: 'shell',
    title: 'app.menu.taxCenter',
  },
  {
    path: '/reimbursements',
    page: page(() => import('../reimbursement/list/ReimbursementListPage.tsx')),
    access: 'reimbursement.read',
    layout: 'shell',
    title: 'app.menu.reimbursements',
    words: 'app.words.reimbursements',
    menu: { group: 'money', icon: 'receipt', key: 'd', more: true },
  },
  {
    path: '/reimbursements/:id',
    page: page(() => import('../reimbursement/detail/ReimbursementPage.tsx')),
    access: 'reimbursement.read',
    layout: 'shell',
    title: 'app.titles.reimbursement',
  },
  {
    path: '/listings',
    page: page(() => import('../listing/list/ListingListPage.tsx')),
    access: 'listing.read',
    layout: 'shell',
    title: 'app.menu.listings',
    words: 'app.words.listings',
    menu: { group: 'places', icon: 'home', key: 'l', more: true },
  },
  {
    path: '/listings/start',
    page: page(() => import('../onboarding/start/StartPage.tsx')),
    access: 'listing.write',
    layout: 'shell',
    title: 'app.titles.startListing',
    find: { icon: 'plus', action: true },
    words: 'app.words.start',
  },
  {
    path: '/listings/import',
    page: page(() => import('../listing/import/ImportPage.tsx')),
    access: 'listing.write',
    layout: 'shell',
    title: 'app.titles.importListings',
    find: { icon: 'plus', action: true },
    words: 'app.words.import',
  },
  {
    path: '/listings/:id',
    page: page(() => import('./pages/ListingPage.tsx')),
    access: 'listing.read',
    layout: 'shell',
    title: 'app.titles.listing',
  },
  {
    path: '/listing-details/:tab',
    page: page(() => import('./pages/ListingDetailsPage.tsx')),
    access: 'listing.read',
    layout: 'shell',
    title: 'app.titles.listing',
  },
  {
    path: '/reviews',
    page: page(() => import('../review/list/ReviewListPage.tsx')),
    access: 'review.read',
    layout: 'shell',
    title: 'app.menu.reviews',
    words: 'app.words.reviews',
    menu: { group: 'places', icon: 'star', key: 'v', more: true },
  },
  {
    path: '/reviews/:id',
    page: page(() => import('../review/page/ReviewPage.tsx')),
    access: 'review.read',
    layout: 'shell',
    title: 'app.titles.review',
  },
  {
    path: '/onboarding',
    page: page(() => import('../onboarding/case/HubPage.tsx')),
    access: 'listing.read',
    layout: 'shell',
    title: 'app.menu.onboarding',
    words: 'app.words.onboarding',
    menu: { group: 'places', icon: 'flag', key: 'o', more: true },
  },
  {
    path: '/onboarding/payout-settings',
    page: page(() => import('./pages/OnboardingPayoutSettingsPage.tsx')),
    access: 'payout-account.write',
    layout: 'shell',
    title: 'app.menu.payoutSettings',
  },
  {
    path: '/onboarding/:listingId',
    page: page(() => import('../onboarding/case/CasePage.tsx')),
    access: 'listing.read',
    layout: 'shell',
    title: 'app.menu.onboarding',
  },
  {
    path: '/onboarding/:listingId/management-agreement',
    page: page(() => import('../agreement/AgreementPage.tsx')),
    access: 'agreement.read',
    layout: 'shell',
    title: 'app.menu.onboarding',
  },
  {
    path: '/onboarding/:listingId/photoshoot',
    page: page(() => import('../photoshoot/PhotoshootPage.tsx')),
    access: 'photoshoot.read',
    layout: 'shell',
    title: 'app.menu.onboarding',
  },
  {
    path: '/onboarding/:listingId/photoshoot/confirm',
    page: page(() => import('../photoshoot/ConfirmPage.tsx')),
    access: 'photoshoot.write',
    layout: 'shell',
    title: 'app.menu.onboarding',
  },
  ...(['basics', 'amenities', 'pre-arrival'] as const).flatMap((group): AppRoute[] =>
    ['', '/:step'].map((step) => ({
      path: `/onboarding/:listingId/${group}${step}`,
      page: stepPage,
      access: 'listing.read',
      layout: 'shell',
      title: 'app.menu.onboarding',
    })),
  ),
  {
    path: '/performance',
    page: page(() => import('../performance/page/PerformancePage.tsx')),
    access: 'booking.read',
    layout: 'shell',
    title: 'app.menu.performance',
    words: 'app.words.performance',
    menu: { group: 'places', icon: 'chart', key: 'k', more: true },
  },
  {
    path: '/reports',
    page: page(() => import('../report/ReportsPage.tsx')),
    access: 'report.run',
    layout: 'shell',
    title: 'app.menu.reports',
    menu: { group: 'account', icon: 'database', key: 's', more: true },
  },
  {
    path: '/reports/statements',
    page: page(() => import('../statement/StatementsPage.tsx')),
    access: 'statement.read',
    layout: 'shell',
    title: 'app.menu.statements',
    words: 'app.words.statements',
    find: { icon: 'receipt' },
  },
  {
    path: '/reports/statements/:id',
    page: page(() => import('../statement/StatementPage.tsx')),
    access: 'statement.read',
    layout: 'shell',
    title: 'app.titles.statement',
  },
  {
    path: '/referrals',
    page: page(() => import('../referral/ReferralsPage.tsx')),
    access: 'referral.read',
    layout: 'shell',
    title: 'app.menu.referrals',
    words: 'app.words.referrals',
    menu: { group: 'account', icon: 'users', key: 'f', more: true },
  },
  {
    path: '/referrals/:id',
    page: page(() => import('../referral/ReferralPage.tsx')),
    access: 'referral.read',
    layout: 'shell',
    title: 'app.menu.referrals',
  },
  {
    path: '/account',
    page: page(() => import('../account/AccountPage.tsx')),
    layout: 'shell',
    title: 'app.titles.account',
    find: { icon: 'users' },
    tabs: { param: 'tab', all: accountTabs },
  },
  {
    path: '/internal/deadlines',
    page: page(() => import('../today/deadlines/DeadlinesPage.tsx')),
    access: 'queue.read',
    layout: 'shell',
    title: 'app.menu.deadlines',
    menu: { group: 'staff', icon: 'clock', key: 'w', more: true },
  },
  {
    path: '/internal/impersonate',
    page: page(() => import('../impersonation/ImpersonatePage.tsx')),
    access: 'impersonation.read',
    layout: 'shell',
    title: 'app.menu.impersonate',
    menu: { group: 'staff', icon: 'eye', key: 'i', more: true },
  },
  {
    path: '/internal/reports',
    page: page(() => import('./pages/ReportsPage.tsx')),
    access: 'projection.read',
    layout: 'shell',
    title: 'app.menu.internalReports',
    menu: { group: 'staff', icon: 'columns', key: 'r', more: true },
    tabs: { param: 'report', all: reportTabs },
  },
  {
    path: '/login',
    page: page(() => import('../login/LoginPage.tsx')),
    layout: 'none',
    title: 'app.titles.login',
  },
  {
    path: '/login/idp',
    page: page(() => import('../login/ProvidersPage.tsx')),
    layout: 'none',
    title: 'app.titles.providers',
  },
  {
    path: '/login/idp/:provider',
    page: page(() => import('../login/ProvidersPage.tsx')),
    layout: 'none',
    title: 'app.titles.providers',
  },
  {
    path: '/login/auth',
    page: page(() => import('../login/CallbackPage.tsx')),
    layout: 'none',
    title: 'app.titles.signingIn',
  },
  {
    path: '/login/ticket',
    page: page(() => import('../login/TicketPage.tsx')),
    layout: 'none',
    title: 'app.titles.login',
  },
  {
    path: '/payout-alarm',
    page: page(() => import('../payout-account/PayoutAlarmPage.tsx')),
    layout: 'none',
    title: 'app.titles.stopPayouts',
  },
  {
    path: '/account/owner-change/:accountId/:changeId',
    page: page(() => import('../account/owner-changes/StopOwnerChangePage.tsx')),
    layout: 'none',
    title: 'app.titles.stopOwnerChange',
  },
  {
    path: '/forgot-password',
    page: page(() => import('../login/ForgotPasswordPage.tsx')),
    layout: 'none',
    title: 'app.titles.resetPassword',
  },
  {
    path: '/mobile/login',
    page: page(() => import('../login/MobileLoginPage.tsx')),
    layout: 'none',
    title: 'app.titles.mobileLogin',
  },
  {
    path: '/mobile/bookings',
    page: page(() => import('./mobile/BookingsPage.tsx')),
    access: 'booking.read',
    layout: 'phone',
    title: 'app.menu.bookings',
  },
  {
    path: '/mobile/inbox',
    page: inboxPage,
    section: '/mobile/inbox',
    access: 'thread.read',
    layout: 'phone',
    title: 'app.menu.inbox',
  },
  {
    path: '/mobile/inbox/:id',
    page: inboxPage,
    section: '/mobile/inbox',
    access: 'thread.read',
    layout: 'phone',
    title: 'app.menu.inbox',
  },
  {
    path: '/mobile/performance',
    page: page(() => import('../performance/phone/PhonePerformancePage.tsx')),
    access: 'booking.read',
    layout: 'phone',
    title: 'app.menu.performance',
  },
  {
    path: '/mobile/performance/payouts-breakdown',
    page: page(() => import('../payout/phone/PhonePayoutsPage.tsx')),
    access: 'ledger.read',
    layout: 'phone',
    title: 'app.menu.payouts',
  },
  {
    path: '/unauthorized',
    page: page(() => import('./errors/Unauthorized.tsx')),
    layout: 'shell',
    title: 'app.unauthorizedTitle',
  },
]

const matches = (pattern: string, pathname: string) => {
  const wanted = pattern.split('/')
  const given = pathname.replace(/(.)\/$/, '$1').split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}

/**
 * Finds a path's route without loading the router; the entry uses it to fetch the page in parallel with the
 * app.
 */
export const findRoute = (pathname: string) => routes.find(({ path }) => matches(path, pathname))

/** Preloads the chunk of a page: on start, and when a link is hovered or focused. */
export const preloadRoute = (pathname: string) => findRoute(pathname)?.page.preload() ?? Promise.resolve()
