import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import type { StartedListing } from '../../listing/listing.state.ts'

export const rules = zAvailabilityRules.parse({})

export const listing: StartedListing = {
  status: 'live',
  openUntil: null,
  overrides: {},
  hostAccountId: 'tenant',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  pricing: zPricing.parse({ baseNightMinor: 100 }),
  rules,
}

const facts = {
  listing,
  today: '2026-06-12',
  checkInInstant: '2026-07-10T19:00:00.000Z',
  bookingLives: false,
  feedLives: false,
  ownStays: { ownerNightsPerYear: 60, peakDates: [] },
  contract: undefined,
  shootSlots: [],
}

export const at = (block: string, change: object = {}) => ({
  id: 'l',
  targetId: block,
  facts: { ...facts, ...change },
})

export const situation = at('l')

export const span = { start: '2026-07-10', end: '2026-07-15' }

export const hold = (claimId: string, start: string, end: string, skipRules = false) =>
  ({
    type: 'HoldNights',
    data: { listingId: 'l', claimId, kind: 'booking', start, end, ttlMinutes: 2, skipRules },
  }) as const

export const held = (
  claimId: string,
  start = span.start,
  end = span.end,
  kind: 'booking' | 'request_hold' = 'booking',
) =>
  ({
    type: 'NightsHeld',
    data: { listingId: 'l', claimId, kind, start, end, holdExpiresAt: '2026-06-12T13:44:00.000Z' },
  }) as const

export const committed = (claimId: string) =>
  ({ type: 'NightsCommitted', data: { listingId: 'l', claimId, ...span } }) as const

export const commit = (claimId: string) =>
  ({ type: 'CommitClaim', data: { listingId: 'l', claimId } }) as const

export const release = (claimId: string, holdAs: string | null = null) =>
  ({ type: 'ReleaseClaim', data: { listingId: 'l', claimId, reason: 'cancelled', holdAs } }) as const

export const replace = (claimId: string, start: string, end: string) =>
  ({ type: 'ReplaceClaim', data: { listingId: 'l', claimId, start, end } }) as const

type Kind = 'owner_stay' | 'maintenance' | 'safety_hold' | 'staff_hold' | 'seasonal_closed' | 'other'

export const create = (start: string, end: string, kind: Kind = 'other') =>
  ({ type: 'CreateBlock', data: { listingId: 'l', kind, start, end, note: null, ownerStay: null } }) as const

export const created = (
  blockId: string,
  start: string,
  end: string,
  kind: Kind | 'host_cancellation_hold' = 'other',
) =>
  ({
    type: 'BlockCreated',
    data: { listingId: 'l', blockId, kind, start, end, note: null, ownerStay: null },
  }) as const

export const edit = (start: string, end: string, note: string | null = null) =>
  ({ type: 'EditBlock', data: { listingId: 'l', start, end, note } }) as const

export const remove = { type: 'RemoveBlock', data: { listingId: 'l' } } as const

export const restore = { type: 'RestoreBlock', data: { listingId: 'l' } } as const

export const removed = (
  blockId: string,
  start: string,
  end: string,
  remaining: { start: string; end: string } | null = null,
) => ({ type: 'BlockRemoved', data: { listingId: 'l', blockId, start, end, remaining } }) as const
