import { z } from 'zod'
import { zLocalDate, zLocalTime, zTimeZone } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zBps, zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zCancellationPolicyCode } from '../policy/terms.ts'

const zWeekday = z.int().min(0).max(6)
const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length

/** Prices in minor units of the listing's currency; a night's price is date override, else weekday override, else weekend (Fri, Sat), else base (domain.md §2.20). */
export const zPricing = z.strictObject({
  baseNightMinor: zMinorAmount.refine((amount) => amount > 0, 'must be more than nothing'),
  weekendNightMinor: zMinorAmount.nullable().default(null),
  weekdayOverrides: z
    .array(z.strictObject({ weekday: zWeekday, nightMinor: zMinorAmount }))
    .max(7)
    .refine((list) => isUnique(list.map(({ weekday }) => weekday)), 'must name each weekday once')
    .default([]),
  dateOverrides: z
    .array(z.strictObject({ date: zLocalDate, nightMinor: zMinorAmount }))
    .max(800)
    .refine((list) => isUnique(list.map(({ date }) => date)), 'must name each date once')
    .default([]),
  weeklyDiscountBps: zBps.max(5000).default(0),
  monthlyDiscountBps: zBps.max(7000).default(0),
  cleaningFeeMinor: zMinorAmount.default(0),
  petFeeMinor: zMinorAmount.default(0),
  extraGuest: z.strictObject({ after: z.int().min(1).max(30), feeMinor: zMinorAmount }).nullable().default(null),
})
export type Pricing = z.infer<typeof zPricing>

/** Who may arrive when; the defaults forbid nothing (domain.md §2.3). Nights, hours, days as named; weekday 0 = Sunday. */
export const zAvailabilityRules = z
  .strictObject({
    minNights: z.int().min(1).max(365).default(1),
    maxNights: z.int().min(1).max(365).default(365),
    advanceNoticeHours: z.int().min(0).max(168).default(0),
    bookingWindowDays: z.int().min(30).max(730).default(365),
    prepNights: z.int().min(0).max(2).default(0),
    closedToArrival: z.array(zWeekday).max(7).default([]),
    closedToDeparture: z.array(zWeekday).max(7).default([]),
    annualNightCap: z.int().min(1).max(366).nullable().default(null),
  })
  .refine((rules) => rules.minNights <= rules.maxNights, { path: ['minNights'], message: 'must not exceed maxNights' })
export type AvailabilityRules = z.infer<typeof zAvailabilityRules>

const facts = {
  title: zLine(8, 50),
  place: zLine(1, 80),
  timezone: zTimeZone,
  currency: zCurrency,
  maxGuests: z.int().min(1).max(30),
  bedrooms: z.int().min(0).max(20).default(1),
  checkInTime: zLocalTime.default('15:00'),
  checkOutTime: zLocalTime.default('11:00'),
  bookingMode: z.enum(['instant', 'request']).default('instant'),
  feeModel: z.enum(['self_managed', 'full_service']).default('self_managed'),
  cancellationPolicyCode: zCancellationPolicyCode.default('flexible'),
  longTermPolicyCode: zCancellationPolicyCode.default('long_term_firm'),
  /** A host's own grouping, such as a room type. */
  unitType: zLine(1, 40).nullable().default(null),
  pricing: zPricing,
  rules: zAvailabilityRules.prefault({}),
}
const id = { listingId: z.string(), hostAccountId: z.string() }

/** A place that can be rented (domain.md §2.3, what bookings and calendar need). */
export const listing = defineAggregate({
  category: 'listing',
  events: {
    ListingStarted: { version: 1, schema: z.strictObject({ ...id, ...facts }) },
    ListingPublished: { version: 1, schema: z.strictObject({ ...id }) },
    ListingPaused: { version: 1, schema: z.strictObject({ ...id, until: zLocalDate.nullable(), reason: z.string() }) },
    ListingResumed: { version: 1, schema: z.strictObject({ ...id }) },
    PricingChanged: { version: 1, schema: z.strictObject({ ...id, before: zPricing, after: zPricing }) },
    AvailabilityRulesChanged: { version: 1, schema: z.strictObject({ ...id, before: zAvailabilityRules, after: zAvailabilityRules }) },
    CancellationPolicyChanged: { version: 1, schema: z.strictObject({ ...id, before: zCancellationPolicyCode, after: zCancellationPolicyCode }) },
  },
  commands: {
    StartListing: { schema: z.strictObject(facts), route: { collection: 'listings' }, capability: 'listing.write', ifMatch: 'none' },
    PublishListing: { schema: z.strictObject({}), route: { collection: 'listings', verb: 'publish' }, capability: 'listing.publish', ifMatch: 'optional' },
    PauseListing: {
      schema: z.strictObject({ until: zLocalDate.nullable().default(null), reason: zText(1, 300) }),
      route: { collection: 'listings', verb: 'pause' },
      capability: 'listing.publish',
      ifMatch: 'optional',
    },
    ResumeListing: { schema: z.strictObject({}), route: { collection: 'listings', verb: 'resume' }, capability: 'listing.publish', ifMatch: 'optional' },
    SetPricing: { schema: z.strictObject({ pricing: zPricing }), route: { collection: 'listings', verb: 'set-pricing' }, capability: 'listing.write', ifMatch: 'required' },
    SetAvailabilityRules: {
      schema: z.strictObject({ rules: zAvailabilityRules }),
      route: { collection: 'listings', verb: 'set-availability-rules' },
      capability: 'listing.write',
      ifMatch: 'required',
    },
    SetCancellationPolicy: {
      schema: z.strictObject({ code: zCancellationPolicyCode }),
      route: { collection: 'listings', verb: 'set-cancellation-policy' },
      capability: 'listing.write',
      ifMatch: 'required',
    },
  },
})
export type ListingEvent = EventsOf<typeof listing>
export type ListingCommand = CommandsOf<typeof listing>
