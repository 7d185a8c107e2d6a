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

// oxlint-disable-next-line no-control-regex -- browsers drop tabs and line breaks inside addresses
const UNSAFE = /[\\\u0000-\u0020\u007f]/

/** Whether browsers and routers read a segment of a path as it is written: no dots that lead up, no hidden slash. */
const isPlainSegment = (segment: string): boolean => {
  let decoded
  try {
    decoded = decodeURIComponent(segment)
  } catch {
    return false
  }
  return decoded !== '.' && !decoded.includes('..') && !/[/%]/.test(decoded) && !UNSAFE.test(decoded)
}

/**
 * Whether a path leads to a page of the console and nowhere else, however a browser reads it
 * (docs/domain/login.md#redirects).
 */
export const isOwnPath = (path: string): boolean => {
  if (path.length > 500 || !path.startsWith('/') || path.startsWith('//') || UNSAFE.test(path)) return false
  const segments = path.slice(1).split(/[?#]/)[0]?.split('/') ?? []
  return OWN.includes(segments[0] ?? '') && segments.every(isPlainSegment)
}

/** Where to go after signing in. */
export const zRedirect = z.string().max(500).refine(isOwnPath, 'must be a path of this console')
