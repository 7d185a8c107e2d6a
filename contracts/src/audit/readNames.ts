/** What staff can open, in words that a host understands. Lower case, as the end of a sentence. */
export const READ_NAMES = {
  account: 'the account',
  accounts: 'the account',
  'access-log': 'the access log',
  adjustments: 'adjustments',
  agreements: 'management agreements',
  balances: 'balances',
  'bank-lines': 'lines of bank statements',
  blocks: 'blocks',
  bookings: 'bookings',
  'bookings/cancellation-quote': 'the cancellation quote of a booking',
  'bookings/earnings': 'earnings of a booking',
  'bookings/history': 'the history of a booking',
  claims: 'the calendar',
  'data-exports': 'data exports',
  erasures: 'erasures',
  events: 'the history',
  files: 'photos and documents',
  geocode: 'an address search',
  'ical-exports': 'calendar export links',
  'ical-feeds': 'imported calendars',
  impersonations: 'impersonations',
  'import-conflicts': 'conflicts with other calendars',
  incidents: 'incidents',
  'incidents/history': 'the history of an incident',
  'ledger-entries': 'ledger entries',
  'listing-contents': 'listing details',
  'listing-edits': 'changes in review',
  listings: 'listings',
  'listings/calendar': 'the calendar',
  'listings/history': 'the history of a listing',
  'listings/photoshoot-slots': 'times for a photo shoot',
  'listings/quote': 'the price of a stay',
  'listings/readiness': 'what a listing needs before it goes live',
  'listings/versions': 'listing versions',
  live: 'live updates',
  members: 'the team',
  'message-plans': 'scheduled messages of a stay',
  'message-rules': 'scheduled messages',
  messages: 'messages',
  'my-notices': 'notifications',
  'night-overrides': 'prices of single nights',
  nights: 'nights',
  notices: 'payout notifications',
  onboarding: 'listings in progress',
  'owner-changes': 'changes of owners by Hearth',
  'payout-accounts': 'the payout settings',
  'payout-holds': 'payout holds',
  payouts: 'payouts',
  'payouts-breakdown': 'the payout breakdown',
  performance: 'performance',
  'performance/bridge': 'performance',
  'performance/gaps': 'performance',
  'performance/opened': 'performance',
  'performance/tier': 'performance',
  'permission-requests': 'access requests',
  photoshoots: 'photo shoots',
  policies: 'policies',
  'policy-replay': 'cancellations',
  reconciliations: 'reconciliations',
  reimbursements: 'claims for reimbursement',
  'reimbursements/history': 'the history of a claim for reimbursement',
  referees: 'the accepted invitation',
  referrals: 'referrals',
  'tax-profiles': 'tax details',
  'referrals/earnings': 'earnings of a referral',
  'referrals/history': 'the history of a referral',
  reports: 'a report',
  'reports/difference': 'the difference of two reports',
  'reply-templates': 'saved replies',
  requests: 'requests',
  'requests/history': 'the history of a request',
  'requests/numbers': 'what an answer to a request changes',
  reviews: 'reviews',
  'reviews/history': 'the history of a review',
  ratings: 'ratings',
  rules: 'policies',
  'saved-views': 'saved views',
  search: 'a search',
  'shoot-days': 'photographer schedules',
  deadlines: 'deadlines of Hearth',
  'staff-queue': 'what waits for Hearth',
  statements: 'statements',
  'statements/content': 'a statement',
  'statements/entries': 'the entries of a statement',
  threads: 'the inbox',
  today: 'Today',
  traces: 'event traces',
  'undoable-actions': 'recent actions that can be undone',
} as const

const isName = (text: string): text is keyof typeof READ_NAMES => Object.hasOwn(READ_NAMES, text)

/** What the access log calls a read of this route: `listings/history` for `/api/listings/:id/history`. */
export const nameRead = (path: string): string =>
  path
    .split('/')
    .slice(2)
    .filter((segment) => !segment.startsWith(':'))
    .join('/')

/** The words for what was read; of a part of something, at least what it is a part of. */
export const describeRead = (name: string): string => {
  const whole = name.replace(/\.(csv|xlsx)$/, '')
  if (isName(whole)) return READ_NAMES[whole]
  const end = whole.lastIndexOf('/')
  return end === -1 ? whole : describeRead(whole.slice(0, end))
}
