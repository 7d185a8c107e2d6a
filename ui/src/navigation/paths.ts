type Query = Readonly<Record<string, string | undefined>>

const withQuery = (path: string, query: Query = {}) => {
  const text = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Every address of the console. Pages link only through these. */
export const to = {
  today: (query?: Query) => withQuery('/', query),
  /** The conversations; `query` holds the view. */
  inbox: (query?: Query) => withQuery('/inbox', query),
  thread: (id: string) => `/inbox/${encodeURIComponent(id)}`,
  savedReplies: () => '/saved-replies',
  scheduledMessages: () => '/scheduled-messages',
  bookings: (query?: Query) => withQuery('/bookings', query),
  /** The same lists as a phone shows them. */
  phoneBookings: (query?: Query) => withQuery('/mobile/bookings', query),
  phoneInbox: (query?: Query) => withQuery('/mobile/inbox', query),
  phoneThread: (id: string) => `/mobile/inbox/${encodeURIComponent(id)}`,
  booking: (id: string, query?: Query) => withQuery(`/bookings/${encodeURIComponent(id)}`, query),
  cancelBooking: (id: string) => `/bookings/${encodeURIComponent(id)}/cancel`,
  /** An overbooked stay beside what has its nights. */
  overbooking: (id: string) => `/bookings/${encodeURIComponent(id)}/overbooking`,
  /** What waits for an answer; `query` holds the view. */
  requests: (query?: Query) => withQuery('/requests', query),
  request: (id: string) => `/requests/${encodeURIComponent(id)}`,
  /** What guests and hosts wrote of each other; `query` holds the view. */
  reviews: (query?: Query) => withQuery('/reviews', query),
  /** The reviews of a stay, by its booking. */
  review: (bookingId: string) => `/reviews/${encodeURIComponent(bookingId)}`,
  /** Claims for reimbursement; `query` holds the view. */
  reimbursements: (query?: Query) => withQuery('/reimbursements', query),
  /** The claims, with the dialog for a new one open; `booking`, `listing` and `incident` say what it is about. */
  newClaim: (query: Query = {}) => withQuery('/reimbursements', { ...query, new: 'claim' }),
  reimbursement: (id: string) => `/reimbursements/${encodeURIComponent(id)}`,
  reportIncident: (query?: Query) => withQuery('/report-incident', query),
  /** What went wrong; `query` holds the view. */
  incidents: (query?: Query) => withQuery('/incidents', query),
  incident: (id: string) => `/incidents/${encodeURIComponent(id)}`,
  calendar: (query?: Query) => withQuery('/calendar', query),
  /** The calendar, with the dialog for a new block open. */
  newBlock: (query: Query = {}) => withQuery('/calendar', { ...query, new: 'block' }),
  block: (id: string) => `/blocks/${encodeURIComponent(id)}`,
  listings: (query?: Query) => withQuery('/listings', query),
  listing: (id: string) => `/listings/${encodeURIComponent(id)}`,
  /** One tab of a listing's details. */
  listingDetails: (tab: string, listingId?: string) => withQuery(`/listing-details/${tab}`, { listingId }),
  /** Imports listings from a file. */
  importListings: () => '/listings/import',
  /** Listings in onboarding. */
  onboarding: (query?: Query) => withQuery('/onboarding', query),
  onboardingCase: (listingId: string) => `/onboarding/${encodeURIComponent(listingId)}`,
  managementAgreement: (listingId: string) =>
    `/onboarding/${encodeURIComponent(listingId)}/management-agreement`,
  photoshoot: (listingId: string) => `/onboarding/${encodeURIComponent(listingId)}/photoshoot`,
  photoshootConfirm: (listingId: string) => `/onboarding/${encodeURIComponent(listingId)}/photoshoot/confirm`,
  /** The first three questions about a home; with a listing, of one that was started. */
  startListing: (query?: Query) => withQuery('/listings/start', query),
  /** Figures of a period; `query` holds the period and what is open. */
  performance: (query?: Query) => withQuery('/performance', query),
  phonePerformance: (query?: Query) => withQuery('/mobile/performance', query),
  /** Payouts from gross to net; `query` holds the period and what is open. */
  payouts: (query?: Query) => withQuery('/performance/payouts-breakdown', query),
  phonePayouts: (query?: Query) => withQuery('/mobile/performance/payouts-breakdown', query),
  /** How payouts are made; `new=method` opens the form for a bank account. */
  payoutSettings: (query?: Query) => withQuery('/payout-settings', query),
  /** Tax forms, DAC7 details and VAT of the account. */
  taxCenter: () => '/tax-center',
  taxForm: (query?: Query) => withQuery('/tax-center/form', query),
  taxDraft: (query?: Query) => withQuery('/tax-center/draft', query),
  taxDac7: () => '/tax-center/dac7',
  /** Hosts who were invited; `code` is that of an invitation to accept. */
  referrals: (query?: Query) => withQuery('/referrals', query),
  referral: (id: string) => `/referrals/${encodeURIComponent(id)}`,
  /** Reports of the account. */
  hostReports: () => '/reports',
  /** Monthly statements of the account. */
  statements: () => '/reports/statements',
  statement: (id: string) => `/reports/statements/${encodeURIComponent(id)}`,
  account: (query?: Query) => withQuery('/account', query),
  /** For staff: one address for every report; `report` names it. */
  /** What staff have promised by an instant; `show` names the view. */
  deadlines: (query?: Query) => withQuery('/internal/deadlines', query),
  reports: (query?: Query) => withQuery('/internal/reports', query),
  impersonate: (query?: Query) => withQuery('/internal/impersonate', query),
  login: () => '/login',
  /** Sign-in by an emailed link. */
  loginByLink: () => '/login?with=link',
  loginProviders: () => '/login/idp',
  /** Starts sign-in at a provider; `prove` only confirms the identity of the person who is signed in. */
  loginProvider: (id: string, query?: Query) => withQuery(`/login/idp/${encodeURIComponent(id)}`, query),
  forgotPassword: () => '/forgot-password',
  unauthorized: () => '/unauthorized',
}
