import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { ListingFacts } from '../listing.facts.ts'

export const details = {
  title: 'Cedar House',
  place: 'Hudson, New York',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  bedrooms: 2,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  bookingMode: 'instant',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  unitType: null,
  pricing: zPricing.parse({ baseNightMinor: 20_000 }),
  rules: zAvailabilityRules.parse({}),
} as const

export const ids = { listingId: 'l', hostAccountId: 'tenant' }

export const started = { type: 'ListingStarted', data: { ...ids, ...details } } as const

export const published = { type: 'ListingPublished', data: ids } as const

export const paused = { type: 'ListingPaused', data: { ...ids, until: null, reason: 'Painting' } } as const

export const facts: ListingFacts = {
  account: { timezone: 'America/New_York' },
  cancellation: FIRST_POLICIES.cancellation.body,
  today: '2026-06-12',
  otherAddresses: [],
  unknownFiles: [],
  template: null,
  hasBookings: false,
  lastNight: null,
  goLive: [],
  file: null,
}

export const situation = { id: 'l', facts }

export const start = (change: object = {}) =>
  ({ type: 'StartListing', data: { ...details, ...change } }) as const

export const publish = { type: 'PublishListing', data: {} } as const

export const pause = (until: string | null = null) =>
  ({ type: 'PauseListing', data: { until, reason: 'Painting' } }) as const

export const resume = { type: 'ResumeListing', data: {} } as const

export const setPolicy = (code: 'strict' | 'flexible' | 'firm' | 'long_term_firm') =>
  ({ type: 'SetCancellationPolicy', data: { code } }) as const
