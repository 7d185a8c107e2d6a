import type { ImportedEntry } from '@hearth/contracts/calendar'
import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'

export const TODAY = '2026-06-12'

const listing = {
  status: 'live',
  hostAccountId: 'tenant',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  maxGuests: 4,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  pricing: zPricing.parse({ baseNightMinor: 100 }),
  rules: zAvailabilityRules.parse({}),
} as never

export const facts = {
  listing,
  today: TODAY,
  checkInInstant: null,
  bookingLives: false,
  feedLives: true,
  ownStays: { ownerNightsPerYear: 60, peakDates: [] },
  contract: undefined,
  shootSlots: [],
}

export const situation = { id: 'l', targetId: 'l', facts }

export const on = (today: string) => ({ ...situation, facts: { ...facts, today } })

type Kind = ImportedEntry['kind']

export const entry = (
  uid: string,
  start: string,
  end: string,
  kind: Kind = 'reserved',
  reference: string | null = null,
): ImportedEntry => ({ uid, kind, reference, start, end })

export const snapshot = (...entries: ImportedEntry[]) =>
  ({ type: 'ApplyIcalSnapshot', data: { listingId: 'l', feedId: 'f', entries } }) as const

export const imported = (
  uid: string,
  start: string,
  end: string,
  importKind: Kind = 'reserved',
  feedId = 'f',
) =>
  ({
    type: 'ImportedBlockAdded',
    data: { listingId: 'l', claimId: `c-${uid}`, feedId, uid, importKind, reference: null, start, end },
  }) as const

export const held = (claimId: string, start: string, end: string) =>
  ({
    type: 'NightsHeld',
    data: { listingId: 'l', claimId, kind: 'booking', start, end, holdExpiresAt: '2026-06-12T13:44:00.000Z' },
  }) as const

export const conflict = (conflictId: string, uid: string, start: string, end: string, other: string) => ({
  type: 'ImportConflictDetected' as const,
  data: {
    listingId: 'l',
    conflictId,
    feedId: 'f',
    claimId: `c-${uid}`,
    start,
    end,
    overlapping: [{ claimId: other, kind: 'booking' as const, start, end }],
  },
})

export const added = { type: 'ImportedBlockAdded' } as const

export const moved = (from: readonly [string, string], to: readonly [string, string]) =>
  ({
    type: 'ImportedBlockMoved',
    data: { from: { start: from[0], end: from[1] }, to: { start: to[0], end: to[1] } },
  }) as const
