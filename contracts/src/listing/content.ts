import { z } from 'zod'
import { zWho } from '../event/history.ts'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, type CommandDefinitions, type EventDefinitions } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { SECTIONS, SECTION_NAMES, zSectionName, type SectionName } from './sections/sections.ts'

const of = { listingId: z.string(), hostAccountId: z.string() }
const fields = z.record(z.string(), z.unknown())
/**
 * Personal fields lie apart, so that they are sealed as one; text when they cannot be read any more. Null:
 * none of them.
 */
const sealed = z.union([fields, z.string()]).nullable()
const personal = { personalBefore: 'hostAccountId', personalAfter: 'hostAccountId' } as const

/**
 * What our curators are asked to change: a section, or which photos are shown and in which order (`{ order:
 * ids }`).
 */
export const zEditPart = z.enum([...SECTION_NAMES, 'photos'])
export type EditPart = z.infer<typeof zEditPart>

/** Only what changed: a field (or key of a keyed field) that was not answered before is null. */
const change = {
  ...of,
  section: zSectionName,
  version: z.int(),
  before: fields,
  after: fields,
  personalBefore: sealed,
  personalAfter: sealed,
}
/** Who did it, for a caller who comes too late. */
const changedBy = z.strictObject({ id: z.string(), kind: z.enum(['host', 'staff', 'service']) })
const edit = { ...of, editId: z.string() }

/** The content's part of the listing's events (docs/decisions/0019-a-listing-owns-its-content.md). */
export const contentEvents = {
  ListingSectionChanged: {
    version: 1,
    schema: z.strictObject({
      ...change,
      changedBy,
      /** The request of the host that brought it. */ editId: z.string().nullable(),
    }),
    personal,
  },
  /** A new version with the values of version `toVersion`. */
  ListingSectionReverted: {
    version: 1,
    schema: z.strictObject({ ...change, changedBy, fromVersion: z.int(), toVersion: z.int() }),
    personal,
  },
  /** The host of a live listing under full service requests a change that only curators make. */
  ListingEditRequested: {
    version: 1,
    schema: z.strictObject({
      ...edit,
      section: zEditPart,
      before: fields,
      after: fields,
      requestedBy: z.string(),
    }),
  },
  ListingEditApproved: { version: 1, schema: z.strictObject({ ...edit, by: z.string() }) },
  ListingEditDeclined: {
    version: 1,
    schema: z.strictObject({ ...edit, by: z.string(), reason: z.string() }),
    personal: { reason: OF_ACCOUNT },
  },
  ListingEditWithdrawn: { version: 1, schema: z.strictObject(edit) },
  /** The key of the account’s own data is gone: nothing opens the personal fields any more. */
  ListingContentErased: { version: 1, schema: z.strictObject({ ...of, erasureId: z.string() }) },
} as const satisfies EventDefinitions

const baseVersion = z.int().min(0).max(1_000_000)
type Update<S extends SectionName> = z.ZodObject<
  { section: z.ZodLiteral<S>; patch: (typeof SECTIONS)[S]; baseVersion: typeof baseVersion },
  z.core.$strict
>
type Updates = { [S in SectionName]: Update<S> }[SectionName]
// A map over names gives one type for all; the union keeps each section's own type.
const updates = SECTION_NAMES.map((section) =>
  z.strictObject({ section: z.literal(section), patch: SECTIONS[section], baseVersion }),
) as unknown as readonly [Updates, ...Updates[]]

/**
 * What is changed in one section: fields that are missing stay, null takes an answer back. `baseVersion` is
 * the section's version that was seen.
 */
export const zSectionUpdate = z.discriminatedUnion('section', updates)

const on = (verb: string) => ({ route: { collection: 'listings', verb }, ifMatch: 'optional' }) as const
const byHost = { capability: 'listing.write' } as const
const byCurator = { capability: 'listing.curate' } as const

/** The content's part of the listing's commands. */
export const contentCommands = {
  UpdateListingSection: { ...byHost, ...on('update-section'), schema: zSectionUpdate },
  RevertListingSection: {
    ...byHost,
    ...on('revert-section'),
    schema: z.strictObject({ section: zSectionName, toVersion: baseVersion }),
  },
  WithdrawListingEdit: { ...byHost, ...on('withdraw-edit'), schema: z.strictObject({ editId: zId }) },
  ApproveListingEdit: { ...byCurator, ...on('approve-edit'), schema: z.strictObject({ editId: zId }) },
  /** Only as a part of erasing the account; by the system. */
  EraseListingContent: {
    capability: 'account.erase',
    ifMatch: 'none',
    schema: z.strictObject({ erasureId: zId }),
  },
  DeclineListingEdit: {
    ...byCurator,
    ...on('decline-edit'),
    schema: z.strictObject({ editId: zId, reason: zText(3, 1_000) }),
  },
} as const satisfies CommandDefinitions

/**
 * One field that two people answered differently: a pointer into the patch, both values, and whose the other
 * one is.
 */
export const zSectionConflict = z.strictObject({
  pointer: z.string(),
  yours: z.unknown(),
  theirs: z.unknown(),
  changedBy: z.enum(['you', 'team', 'staff', 'service']),
})
export type SectionConflict = z.infer<typeof zSectionConflict>

/** One version of a section, newest first in `GET /api/listings/{id}/versions?section=`. */
export const zSectionVersion = z.strictObject({
  section: zSectionName,
  version: z.int(),
  at: zInstant,
  kind: z.enum(['drafted', 'changed', 'reverted', 'approved']),
  by: zWho,
  /** The host account on whose behalf staff did it. */
  onBehalfOf: z.string().nullable(),
  /** Changed fields only. */
  before: fields,
  after: fields,
  /** Of a revert: which version's values these are. */
  toVersion: z.int().nullable(),
})
export type SectionVersion = z.infer<typeof zSectionVersion>
export const zSectionVersions = z.strictObject({ versions: z.array(zSectionVersion) })
