import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zCancellationPolicyCode } from '../policy/terms.ts'
import { zAvailabilityRules, zPricing } from './messages.ts'

export const zListingStatus = z.enum(['draft', 'live', 'paused'])

/** A listing as lists and pages show it. Prices in minor units of `currency`. */
export const zListingRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  title: z.string(),
  place: z.string(),
  status: zListingStatus,
  timezone: z.string(),
  currency: zCurrency,
  maxGuests: z.int(),
  bedrooms: z.int(),
  checkInTime: z.string(),
  checkOutTime: z.string(),
  bookingMode: z.enum(['instant', 'request']),
  feeModel: z.enum(['self_managed', 'full_service']),
  cancellationPolicyCode: zCancellationPolicyCode,
  longTermPolicyCode: zCancellationPolicyCode,
  unitType: z.string().nullable(),
  baseNightMinor: z.int(),
  pricing: zPricing,
  rules: zAvailabilityRules,
  pausedUntil: zLocalDate.nullable(),
  startedAt: zInstant,
  publishedAt: zInstant.nullable(),
})
export type ListingRow = z.infer<typeof zListingRow>

export const listings = defineResource({
  name: 'listings',
  table: 'listing',
  row: zListingRow,
  capability: 'listing.read',
  scope: 'tenant',
  listingField: 'id',
  sort: ['title', 'place', 'status', 'baseNightMinor', 'startedAt'],
  defaultSort: ['title', 'ASC'],
  filter: { status: 'equals', hostAccountId: 'equals', currency: 'equals', unitType: 'equals', q: { search: ['title', 'place'] } },
  export: { title: 'Title', place: 'Place', status: 'Status', timezone: 'Time zone', currency: 'Currency', baseNightMinor: 'Base night', maxGuests: 'Guests' },
})
