import { z } from 'zod'
import { nightsBetween, zInstant, zLocalDate } from '../kernel/dates.ts'
import { deriveId, zId } from '../kernel/ids.ts'
import { defineAggregate, OF_ACCOUNT, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { zSlot } from '../photoshoot/photoshoot.ts'

/** Why nights are taken (docs/domain/calendar.md#claims). */
export const CLAIM_KINDS = [
  'booking',
  'request_hold',
  'owner_stay',
  'maintenance',
  'photoshoot',
  'ical_import',
  'host_cancellation_hold',
  'safety_hold',
  'staff_hold',
  'seasonal_closed',
  'other',
] as const
export const zClaimKind = z.enum(CLAIM_KINDS)
export type ClaimKind = z.infer<typeof zClaimKind>
/** Blocks a host may make and change. */
export const HOST_BLOCK_KINDS = ['owner_stay', 'maintenance', 'seasonal_closed', 'other'] as const
/** Everything in a calendar that is a block, not a booking. */
export const BLOCK_KINDS = CLAIM_KINDS.filter((kind) => kind !== 'booking' && kind !== 'request_hold')
/** These may lie over other claims; a conflict is opened then (docs/domain/calendar.md#claims). */
export const OVERLAPPING_KINDS: readonly ClaimKind[] = ['ical_import', 'safety_hold']
/**
 * An owner's own nights in a calendar year, unless the agreement says another number
 * (docs/domain/calendar.md#owner-stays).
 */
export const OWNER_NIGHTS_PER_YEAR = 60

export const zClaimState = z.enum(['held', 'committed', 'released'])
export const zOwnerStay = z.strictObject({
  guests: z.int().min(1).max(30),
  cleaningRequested: z.boolean(),
  forFriends: z.boolean(),
})

const range = { start: zLocalDate, end: zLocalDate }
const span = z.strictObject(range)
const stream = { listingId: z.string() }
const nights = (max: number) => (value: { start: string; end: string }) =>
  nightsBetween(value.start, value.end) >= 1 && nightsBetween(value.start, value.end) <= max
const rangeProblem = { path: ['end'], message: 'must be 1 to 365 nights after start' }

/**
 * What an imported entry says: guests come, no guests come, or the feed does not say
 * (docs/domain/ical-feed.md#what-platforms-send).
 */
export const zImportKind = z.enum(['reserved', 'blocked', 'unknown'])
export type ImportKind = z.infer<typeof zImportKind>
/** Entries of a feed that end after today; a real calendar has far fewer. */
export const MAX_IMPORTED = 750
/** Imported ranges are cut off this many days from today. */
export const IMPORT_HORIZON_DAYS = 730
/**
 * What a host decides about an import over a stay. A host who cancels the stay need not decide: the conflict
 * ends as `gone`, as it does when the import goes.
 */
export const CONFLICT_RESOLUTIONS = ['keep_both', 'dismiss_import'] as const

const ofListing = { by: 'owner', owner: 'listing', field: 'listingId' } as const
const imported = { ...stream, claimId: z.string(), feedId: z.string(), uid: z.string() }
const overlapping = z.strictObject({ claimId: z.string(), kind: zClaimKind, ...range })

/** One entry of a feed as nights of the listing. `reference`: the reservation's code where it was made. */
export const zImportedEntry = z.strictObject({
  uid: z.string().min(1).max(400),
  kind: zImportKind,
  reference: z.string().max(40).nullable(),
  ...range,
})
export type ImportedEntry = z.infer<typeof zImportedEntry>

const block = {
  blockId: z.string(),
  kind: zClaimKind,
  ...range,
  note: z.string().nullable(),
  ownerStay: zOwnerStay.nullable(),
}
const part = { listingId: zId }

/** One stream per listing decides who has which night (docs/domain/calendar.md). */
export const calendar = defineAggregate({
  category: 'calendar',
  identify: (tenantId, type, data, key) =>
    type === 'CreateBlock' ? deriveId('block', tenantId, key) : String(data['listingId']),
  events: {
    NightsHeld: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        claimId: z.string(),
        kind: zClaimKind,
        ...range,
        holdExpiresAt: zInstant,
      }),
    },
    /** A request's hold becomes a booking when it is committed. */
    NightsCommitted: { version: 1, schema: z.strictObject({ ...stream, claimId: z.string(), ...range }) },
    /** A stay whose nights another claim has as well, because the host says that both are right. */
    NightsShared: { version: 1, schema: z.strictObject({ ...stream, claimId: z.string(), ...range }) },
    NightsMoved: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        claimId: z.string(),
        kind: zClaimKind,
        state: z.enum(['held', 'committed']),
        from: span,
        to: span,
      }),
    },
    NightsReleased: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        claimId: z.string(),
        ...range,
        reason: z.enum(['cancelled', 'expired', 'declined', 'moved', 'removed']),
      }),
    },
    BlockCreated: {
      version: 1,
      schema: z.strictObject({ ...stream, ...block }),
      personal: { note: OF_ACCOUNT },
    },
    BlockChanged: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        blockId: z.string(),
        kind: zClaimKind,
        before: z.strictObject({ ...range, note: z.string().nullable() }),
        after: z.strictObject({ ...range, note: z.string().nullable() }),
      }),
      personal: { 'before.note': OF_ACCOUNT, 'after.note': OF_ACCOUNT },
    },
    /** The key of the account’s own data is gone: nothing opens the notes of these blocks any more. */
    BlockNotesErased: {
      version: 1,
      schema: z.strictObject({ ...stream, erasureId: z.string(), blockIds: z.array(z.string()).min(1) }),
    },
    /**
     * The range it had, and `remaining`: the nights already past, which stay blocked; null when there are
     * none.
     */
    BlockRemoved: {
      version: 1,
      schema: z.strictObject({ ...stream, blockId: z.string(), ...range, remaining: span.nullable() }),
    },
    BlockRestored: {
      version: 1,
      schema: z.strictObject({ ...stream, blockId: z.string(), kind: zClaimKind, ...range }),
    },
    ImportedBlockAdded: {
      version: 1,
      schema: z.strictObject({
        ...imported,
        importKind: zImportKind,
        reference: z.string().nullable(),
        ...range,
      }),
    },
    ImportedBlockMoved: { version: 1, schema: z.strictObject({ ...imported, from: span, to: span }) },
    /** As `BlockRemoved`: nights already past stay as they were. */
    ImportedBlockRemoved: {
      version: 1,
      schema: z.strictObject({ ...imported, ...range, remaining: span.nullable() }),
    },
    /** It is left out as long as its feed says the same of it. */
    ImportedBlockDismissed: { version: 1, schema: z.strictObject({ ...imported, ...range }) },
    ImportConflictDetected: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        conflictId: z.string(),
        feedId: z.string(),
        claimId: z.string(),
        ...range,
        overlapping: z.array(overlapping),
      }),
    },
    ImportConflictResolved: {
      version: 1,
      schema: z.strictObject({
        ...stream,
        conflictId: z.string(),
        resolution: z.enum([...CONFLICT_RESOLUTIONS, 'gone']),
      }),
    },
    /** The export's address derives from `tokenId`; addresses given out before no longer work. */
    IcalTokenRotated: { version: 1, schema: z.strictObject({ ...stream, tokenId: z.string() }) },
  },
  commands: {
    HoldNights: {
      schema: z.strictObject({
        ...part,
        claimId: zId,
        kind: z.enum(['booking', 'request_hold']),
        ...range,
        ttlMinutes: z.int().min(1).max(1440),
        /**
         * Imported and channel bookings skip notice, window, stay-length, arrival-day and cap rules
         * (docs/domain/booking.md#channel-bookings).
         */
        skipRules: z.boolean(),
        /**
         * An overbooked stay also takes nights that are blocked after a host's cancellation
         * (docs/domain/booking.md#overbookings).
         */
        takesHostHold: z.boolean().optional(),
      }),
      capability: 'booking.receive',
      ifMatch: 'none',
      stream: ofListing,
    },
    CommitClaim: {
      schema: z.strictObject({ ...part, claimId: zId }),
      capability: 'booking.receive',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** The stay gets these nights whatever else has them (docs/domain/booking.md#overbookings). */
    ShareNights: {
      schema: z.strictObject({ ...part, claimId: zId, ...range }),
      capability: 'booking.receive',
      ifMatch: 'none',
      stream: ofListing,
    },
    ReplaceClaim: {
      schema: z.strictObject({ ...part, claimId: zId, ...range }),
      capability: 'booking.receive',
      ifMatch: 'none',
      stream: ofListing,
    },
    ReleaseClaim: {
      schema: z.strictObject({
        ...part,
        claimId: zId,
        reason: z.enum(['cancelled', 'expired', 'declined', 'moved', 'removed']),
        /**
         * A host cancellation keeps its nights blocked under this block
         * (docs/domain/calendar.md#after-a-hosts-cancellation).
         */
        holdAs: zId.nullable(),
      }),
      capability: 'booking.receive',
      ifMatch: 'none',
      stream: ofListing,
    },
    /**
     * A photo shoot's nights, so that they cannot be booked; those that something else blocks stay as they
     * are. NIGHTS_UNAVAILABLE: people are in the home then.
     */
    ClaimShootNights: {
      schema: z.strictObject({ ...part, slot: zSlot }),
      capability: 'photoshoot.run',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** The nights from today on that the photo shoot no longer needs. */
    ReleaseShootNights: {
      schema: z.strictObject(part),
      capability: 'photoshoot.run',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** The nights of a safety hold from today on; its incident is resolved. */
    LiftSafetyHold: {
      schema: z.strictObject({ ...part, blockId: zId }),
      capability: 'incident.clock',
      ifMatch: 'none',
      stream: ofListing,
    },
    CreateBlock: {
      schema: z
        .strictObject({
          ...part,
          kind: zClaimKind.exclude([
            'booking',
            'request_hold',
            'ical_import',
            'host_cancellation_hold',
            'photoshoot',
          ]),
          ...range,
          note: zText(0, 300).nullable().default(null),
          ownerStay: zOwnerStay.nullable().default(null),
        })
        .refine(nights(365), rangeProblem),
      route: { collection: 'blocks' },
      capability: 'block.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    EditBlock: {
      schema: z
        .strictObject({ ...part, ...range, note: zText(0, 300).nullable().default(null) })
        .refine(nights(365), rangeProblem),
      route: { collection: 'blocks', verb: 'edit' },
      capability: 'block.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    RemoveBlock: {
      schema: z.strictObject(part),
      route: { collection: 'blocks', verb: 'remove' },
      capability: 'block.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    RestoreBlock: {
      schema: z.strictObject(part),
      route: { collection: 'blocks', verb: 'restore' },
      capability: 'block.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** Only as a part of erasing the account; by the system. */
    EraseBlockNotes: {
      schema: z.strictObject({ ...part, erasureId: zId, blockIds: z.array(zId).min(1) }),
      capability: 'account.erase',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** All that a feed says of the time after today; what it no longer says is removed. */
    ApplyIcalSnapshot: {
      schema: z.strictObject({ ...part, feedId: zId, entries: z.array(zImportedEntry).max(MAX_IMPORTED) }),
      capability: 'feed.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    /** A feed is over; with `keepBlocks` its nights stay taken, as blocks of the host's own. */
    ReleaseImports: {
      schema: z.strictObject({ ...part, feedId: zId, keepBlocks: z.boolean() }),
      capability: 'feed.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    ResolveImportConflict: {
      schema: z.strictObject({ ...part, resolution: z.enum(CONFLICT_RESOLUTIONS) }),
      route: { collection: 'import-conflicts', verb: 'resolve' },
      capability: 'feed.write',
      ifMatch: 'none',
      stream: ofListing,
    },
    /**
     * Gives the export a new address, which ends the former one. `unlessGiven`: only where there is none yet.
     */
    RotateIcalToken: {
      schema: z.strictObject({ ...part, unlessGiven: z.boolean().default(false) }),
      route: { collection: 'ical-exports', verb: 'rotate' },
      capability: 'feed.write',
      ifMatch: 'none',
      stream: ofListing,
    },
  },
})
export type CalendarEvent = EventsOf<typeof calendar>
export type CalendarCommand = CommandsOf<typeof calendar>
