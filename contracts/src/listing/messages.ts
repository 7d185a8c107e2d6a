import { z } from 'zod'
import { zLocalDate, zLocalTime, zTimeZone } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zCancellationPolicyCode } from '../policy/terms.ts'
import { contentCommands, contentEvents } from './content.ts'
import { overrideCommands, overrideEvents } from './nightOverrides.ts'
import { photoCommands, photoEvents } from './photos.ts'
import { zAvailabilityRules, zPricing } from './pricing.ts'
import { zRegistrationScheme } from './registration.ts'
import { zAddress, zGeo } from './sections/location.ts'
import { zSectionName } from './sections/sections.ts'
import { zPropertyType, zRelationship } from './sections/type.ts'

/**
 * The stage of a listing before it is live; it follows the onboarding case (docs/domain/onboarding.md#case).
 */
export const zListingStage = z.enum(['draft', 'onboarding', 'in_review', 'ready'])
export type ListingStage = z.infer<typeof zListingStage>

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
const registration = {
  scheme: zRegistrationScheme,
  number: zLine(3, 60),
  expiresOn: zLocalDate.nullable().default(null),
  landRegistryNumber: zLine(3, 60).nullable().default(null),
}
const id = { listingId: z.string(), hostAccountId: z.string() }

/** What follows from its location: nights, money and the name of the place. */
const zWhere = z.strictObject({ place: z.string(), timezone: z.string(), currency: zCurrency })
const fields = z.record(z.string(), z.unknown())
const sections = z.partialRecord(zSectionName, fields)

/**
 * The first answer makes the draft; the others may come with it. Without `geo` the time zone is the account's
 * until the pin is set.
 */
const draft = {
  address: zAddress,
  geo: zGeo.nullable().default(null),
  /** How sure the geocoder was, metres. */
  geoAccuracyMeters: z.int().min(0).max(100_000).nullable().default(null),
  pinConfirmed: z.boolean().default(false),
}
const first = {
  propertyType: zPropertyType.nullable().default(null),
  bedrooms: z.int().min(0).max(20).nullable().default(null),
  relationship: zRelationship.nullable().default(null),
  consentToList: z.boolean().nullable().default(null),
  feeModel: z.enum(['self_managed', 'full_service']).default('self_managed'),
}

const on = (verb: string, ifMatch: 'optional' | 'required' = 'optional') =>
  ({ route: { collection: 'listings', verb }, ifMatch }) as const
const nothing = z.strictObject({})

/**
 * A place that can be rented: its content, its terms and whether guests can book it (docs/domain/listing.md).
 */
export const listing = defineAggregate({
  category: 'listing',
  events: {
    ListingStarted: { version: 1, schema: z.strictObject({ ...id, ...facts }) },
    /**
     * The first answer of a host: it exists, nothing about it has to be complete. `personal` are the personal
     * fields by section, sealed.
     */
    ListingDrafted: {
      version: 1,
      schema: z.strictObject({
        ...id,
        ...zWhere.shape,
        feeModel: facts.feeModel.unwrap(),
        sections,
        personal: z.union([sections, z.string()]),
        copiedFrom: z.string().nullable(),
        draftedBy: z.string(),
      }),
      personal: { personal: 'hostAccountId' },
    },
    /** The address or the pin moved far enough to be another place, time zone or currency. */
    ListingRelocated: { version: 1, schema: z.strictObject({ ...id, before: zWhere, after: zWhere }) },
    ListingStageChanged: {
      version: 1,
      schema: z.strictObject({ ...id, before: zListingStage, after: zListingStage }),
    },
    ListingPublished: { version: 1, schema: z.strictObject({ ...id }) },
    ListingPaused: {
      version: 1,
      schema: z.strictObject({ ...id, until: zLocalDate.nullable(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    ListingResumed: { version: 1, schema: z.strictObject({ ...id }) },
    ListingSuspended: {
      version: 1,
      schema: z.strictObject({ ...id, reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    ListingReinstated: { version: 1, schema: z.strictObject({ ...id }) },
    ListingDelisted: {
      version: 1,
      schema: z.strictObject({ ...id, reason: z.string(), effectiveOn: zLocalDate }),
      personal: { reason: OF_ACCOUNT },
    },
    PricingChanged: {
      version: 1,
      schema: z.strictObject({ ...id, before: zPricing.nullable(), after: zPricing }),
    },
    AvailabilityRulesChanged: {
      version: 1,
      schema: z.strictObject({ ...id, before: zAvailabilityRules, after: zAvailabilityRules }),
    },
    CancellationPolicyChanged: {
      version: 1,
      schema: z.strictObject({ ...id, before: zCancellationPolicyCode, after: zCancellationPolicyCode }),
    },
    RegistrationRecorded: {
      version: 1,
      schema: z.strictObject({
        ...id,
        scheme: zRegistrationScheme,
        number: z.string(),
        expiresOn: zLocalDate.nullable(),
        documentFileId: z.string().nullable(),
        landRegistryNumber: z.string().nullable(),
      }),
    },
    RegistrationVerified: {
      version: 1,
      schema: z.strictObject({
        ...id,
        by: z.string(),
        /** Which register, authority or system verified an imported number, and on which day. */
        source: z.strictObject({ name: z.string(), verifiedOn: zLocalDate }).exactOptional(),
      }),
    },
    RegistrationRejected: {
      version: 1,
      schema: z.strictObject({ ...id, by: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    /** Staff reviewed what became less safe while the listing was live. */
    SafetyReviewed: { version: 1, schema: z.strictObject({ ...id, by: z.string() }) },
    ...overrideEvents,
    ...contentEvents,
    ...photoEvents,
  },
  commands: {
    /** With its price and rules: for programs and imports (docs/domain/listing.md#imports). */
    StartListing: {
      schema: z.strictObject(facts),
      stream: { by: 'creation', account: 'caller' },
      route: { collection: 'listings' },
      capability: 'listing.write',
      ifMatch: 'none',
    },
    DraftListing: {
      schema: z.strictObject({ ...draft, ...first }),
      stream: { by: 'creation', account: 'caller' },
      route: { collection: 'listing-drafts' },
      capability: 'listing.write',
      ifMatch: 'none',
    },
    /**
     * A new draft with everything of another listing but its address, contacts, photos, registration and a
     * landlord's consent.
     */
    DuplicateListing: {
      schema: z.strictObject({ fromListingId: zId, ...draft }),
      stream: { by: 'creation', account: 'caller' },
      route: { collection: 'listing-copies' },
      capability: 'listing.write',
      ifMatch: 'none',
    },
    /** Only the process manager of onboarding says so. */
    MoveListing: {
      schema: z.strictObject({ stage: zListingStage }),
      capability: 'listing.stage',
      ifMatch: 'none',
    },
    PublishListing: { ...on('publish'), schema: nothing, capability: 'listing.publish' },
    PauseListing: {
      ...on('pause'),
      schema: z.strictObject({ until: zLocalDate.nullable().default(null), reason: zText(1, 300) }),
      capability: 'listing.publish',
    },
    ResumeListing: { ...on('resume'), schema: nothing, capability: 'listing.publish' },
    SuspendListing: {
      ...on('suspend'),
      schema: z.strictObject({ reason: zText(10, 500) }),
      capability: 'listing.suspend',
    },
    ReinstateListing: { ...on('reinstate'), schema: nothing, capability: 'listing.suspend' },
    DelistListing: {
      ...on('delist'),
      schema: z.strictObject({ reason: zText(3, 500), effectiveOn: zLocalDate }),
      capability: 'listing.delist',
    },
    SetPricing: {
      ...on('set-pricing', 'required'),
      schema: z.strictObject({ pricing: zPricing }),
      capability: 'listing.write',
    },
    SetAvailabilityRules: {
      ...on('set-availability-rules', 'required'),
      schema: z.strictObject({ rules: zAvailabilityRules }),
      capability: 'listing.write',
    },
    SetCancellationPolicy: {
      ...on('set-cancellation-policy', 'required'),
      schema: z.strictObject({ code: zCancellationPolicyCode }),
      capability: 'listing.write',
    },
    RecordRegistration: {
      ...on('record-registration'),
      schema: z.strictObject({ ...registration, documentFileId: zId.nullable().default(null) }),
      capability: 'listing.write',
    },
    /**
     * A number that the source of an import has verified: by which register, authority or system, and on which
     * day.
     */
    ImportRegistration: {
      ...on('import-registration'),
      schema: z.strictObject({ ...registration, verifiedBy: zLine(3, 80), verifiedOn: zLocalDate }),
      capability: 'listing.import',
    },
    VerifyRegistration: { ...on('verify-registration'), schema: nothing, capability: 'listing.curate' },
    RejectRegistration: {
      ...on('reject-registration'),
      schema: z.strictObject({ reason: zText(3, 500) }),
      capability: 'listing.curate',
    },
    ReviewSafety: { ...on('review-safety'), schema: nothing, capability: 'listing.curate' },
    ...overrideCommands,
    ...contentCommands,
    ...photoCommands,
  },
})
export type ListingEvent = EventsOf<typeof listing>
export type ListingCommand = CommandsOf<typeof listing>
