import { z } from 'zod'

/**
 * First segments of the console's own addresses (docs/domain/login.md#redirects): a sign-in leads nowhere
 * else.
 */
const OWN = [
  '',
  'account',
  'blocks',
  'bookings',
  'calendar',
  'inbox',
  'internal',
  'listing-details',
  'listings',
  'mobile',
  'onboarding',
  'payout-settings',
  'performance',
  'referrals',
  'reimbursements',
  'report-incident',
  'reports',
  'requests',
  'reviews',
  'tax-center',
  'unauthorized',
]

/**
 * Whether a path leads to a page of the console and nowhere else, however a browser reads it
 * (docs/domain/login.md#redirects).
 */
export const isOwnPath = (path: string): boolean => {
  if (path.length > 500 || !path.startsWith('/') || path.startsWith('//')) return false
  // oxlint-disable-next-line no-control-regex -- browsers drop tabs and line breaks inside addresses
  if (/[\\\u0000-\u0020\u007f]/.test(path)) return false
  const [first = ''] = path.slice(1).split(/[/?#]/)
  return OWN.includes(first) && !path.split(/[?#]/)[0]?.includes('..')
}

/** Where to go after signing in. */
export const zRedirect = z.string().max(500).refine(isOwnPath, 'must be a path of this console')
