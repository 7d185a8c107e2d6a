import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zCancellationPolicyCode } from '../policy/terms.ts'
import { zAvailabilityRules, zPricing } from './pricing.ts'
import { zRegistration } from './registration.ts'

export const zListingStatus = z.enum([
  'draft',
  'onboarding',
  'in_review',
  'ready',
  'live',
  'paused',
  'suspended',
  'delisted',
])
export type ListingStatus = z.infer<typeof zListingStatus>

const fields = z.record(z.string(), z.unknown())
/**
 * One answer by which a live listing became less safe: what it was before or when staff last reviewed it, and
 * what it is.
 */
export const zSafetyLoss = z.strictObject({
  section: z.enum(['safety', 'amenities']),
  before: fields,
  after: fields,
})
export type SafetyLoss = z.infer<typeof zSafetyLoss>

/** A listing as lists and pages show it. Prices in minor units of `currency`. */
export const zListingRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  /** The public title; before there is one, the host's name for it or its location. */
  title: z.string(),
  publicTitle: z.string().nullable(),
  internalName: z.string().nullable(),
  place: z.string(),
  status: zListingStatus,
  timezone: z.string(),
  currency: zCurrency,
  /** 0 until the host has said it. */
  maxGuests: z.int(),
  bedrooms: z.int(),
  checkInTime: z.string(),
  checkOutTime: z.string(),
  bookingMode: z.enum(['instant', 'request']),
  feeModel: z.enum(['self_managed', 'full_service']),
  cancellationPolicyCode: zCancellationPolicyCode,
  longTermPolicyCode: zCancellationPolicyCode,
  unitType: z.string().nullable(),
  /** Null until the host has set a price. */
  baseNightMinor: z.int().nullable(),
  pricing: zPricing.nullable(),
  rules: zAvailabilityRules,
  registration: zRegistration.nullable(),
  /** Its status, so that staff find those that wait for them. */
  registrationStatus: zRegistration.shape.status.nullable(),
  /**
   * It was drafted from the host's first answer, so it goes live when every condition holds; otherwise the
   * importer publishes it.
   */
  drafted: z.boolean(),
  /** In their order; the first is the cover. */
  photoIds: z.array(z.string()),
  /** Requests for our curators that wait. */
  openEdits: z.int(),
  /** How it became less safe while it was live, since staff last reviewed it. */
  safetyLosses: z.array(zSafetyLoss),
  /** Whether staff must review that. */
  safetyReview: z.enum(['waiting']).nullable(),
  pausedUntil: zLocalDate.nullable(),
  /** What a suspended listing is again once it is reinstated; null while it is not suspended. */
  suspendedFrom: z.enum(['live', 'paused']).nullable(),
  /** Why it is paused, suspended or delisted. */
  statusReason: z.string().nullable(),
  delistedOn: zLocalDate.nullable(),
  /** Delisted while it was live, it takes stays that end by then; null otherwise. */
  openUntil: zLocalDate.nullable(),
  startedAt: zInstant,
  publishedAt: zInstant.nullable(),
})
export type ListingRow = z.infer<typeof zListingRow>

export const listings = defineResource({
  name: 'listings',
  table: 'listing',
  row: zListingRow,
  capability: 'listing.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    title: 'open',
    publicTitle: 'open',
    internalName: 'open',
    place: 'open',
    status: 'open',
    timezone: 'open',
    currency: 'open',
    maxGuests: 'open',
    bedrooms: 'open',
    checkInTime: 'open',
    checkOutTime: 'open',
    bookingMode: 'open',
    feeModel: 'open',
    cancellationPolicyCode: 'open',
    longTermPolicyCode: 'open',
    unitType: 'open',
    baseNightMinor: 'listing.price',
    pricing: 'listing.price',
    rules: 'open',
    registration: 'listing.texts',
    registrationStatus: 'open',
    drafted: 'open',
    photoIds: 'open',
    openEdits: 'open',
    safetyLosses: 'open',
    safetyReview: 'open',
    pausedUntil: 'open',
    suspendedFrom: 'open',
    statusReason: 'listing.texts',
    delistedOn: 'open',
    openUntil: 'open',
    startedAt: 'open',
    publishedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'id' },
  sort: ['title', 'place', 'status', 'baseNightMinor', 'startedAt'],
  defaultSort: ['title', 'ASC'],
  filter: {
    status: 'equals',
    hostAccountId: 'equals',
    currency: 'equals',
    unitType: 'equals',
    drafted: 'equals',
    registrationStatus: 'equals',
    safetyReview: 'equals',
    q: { search: ['title', 'place'] },
  },
  screens: {
    orders: { title: 'Listings of all accounts' },
    finds: { q: 'Search' },
    queues: {
      status: { values: ['paused'], screen: 'Pauses that end' },
      safetyReview: { values: ['waiting'], screen: 'Staff queue' },
      registrationStatus: { values: ['provided'], screen: 'Registrations that staff review' },
    },
  },
  export: {
    title: 'Title',
    place: 'Place',
    status: 'Status',
    timezone: 'Time zone',
    currency: 'Currency',
    baseNightMinor: 'Base night',
    maxGuests: 'Guests',
  },
})
