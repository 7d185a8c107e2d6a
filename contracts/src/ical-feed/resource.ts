import { z } from 'zod'
import { CONFLICT_RESOLUTIONS, zClaimKind } from '../calendar/messages.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zFeedProblem, zNotUnderstood } from './messages.ts'

/** `pending`: not fetched yet, or released and not fetched since. */
export const FEED_HEALTHS = ['pending', 'ok', 'stale', 'failing', 'quarantined'] as const
export const zFeedHealth = z.enum(FEED_HEALTHS)
export type FeedHealth = z.infer<typeof zFeedHealth>

/** A feed that a listing follows; one that was removed has no row. */
export const zIcalFeedRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  name: z.string(),
  /** The host of its address; the address itself is a secret. */
  source: z.string(),
  health: zFeedHealth,
  healthSince: zInstant,
  /** What was wrong last; null as long as all is well. */
  problem: zFeedProblem.nullable(),
  /** Failures in a row. */
  attempts: z.int(),
  /** Entries still to come when something last changed. */
  entries: z.int(),
  /** Entries of the feed that are not understood, and of how many. */
  unread: z.int(),
  total: z.int(),
  /** The first of them. Stored sealed, as in the event; a text once the account is erased. */
  unreadEntries: z.union([z.array(zNotUnderstood), z.string()]),
  addedAt: zInstant,
  changedAt: zInstant.nullable(),
  /** The last time it was fetched and understood, changed or not; null before the first. */
  checkedAt: zInstant.nullable(),
})
export type IcalFeedRow = z.infer<typeof zIcalFeedRow>

export const icalFeeds = defineResource({
  name: 'ical-feeds',
  table: 'ical_feed',
  row: zIcalFeedRow,
  capability: 'calendar.read',
  visibility: {
    id: 'open',
    listingId: 'open',
    name: 'feed.name',
    source: 'open',
    health: 'open',
    healthSince: 'open',
    problem: 'open',
    attempts: 'open',
    entries: 'open',
    unread: 'open',
    total: 'open',
    unreadEntries: 'booking.details',
    addedAt: 'open',
    changedAt: 'open',
    checkedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['name', 'health', 'healthSince', 'addedAt'],
  defaultSort: ['name', 'ASC'],
  filter: { listingId: 'equals', health: 'equals', q: { search: ['name', 'source'] } },
})

/** Nights that both an import and a stay of ours claim. */
export const zImportConflictRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  feedId: z.string(),
  claimId: z.string(),
  start: zLocalDate,
  end: zLocalDate,
  overlapping: z.array(
    z.strictObject({ claimId: z.string(), kind: zClaimKind, start: zLocalDate, end: zLocalDate }),
  ),
  state: z.enum(['open', 'resolved']),
  resolution: z.enum([...CONFLICT_RESOLUTIONS, 'gone']).nullable(),
  detectedAt: zInstant,
  resolvedAt: zInstant.nullable(),
})
export type ImportConflictRow = z.infer<typeof zImportConflictRow>

export const importConflicts = defineResource({
  name: 'import-conflicts',
  table: 'import_conflict',
  row: zImportConflictRow,
  capability: 'calendar.read',
  visibility: {
    id: 'open',
    listingId: 'open',
    feedId: 'open',
    claimId: 'open',
    start: 'open',
    end: 'open',
    overlapping: 'open',
    state: 'open',
    resolution: 'open',
    detectedAt: 'open',
    resolvedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['detectedAt', 'start', 'state'],
  defaultSort: ['detectedAt', 'DESC'],
  filter: { listingId: 'equals', state: 'equals', feedId: 'equals' },
  screens: { queues: { state: { values: ['open'], screen: 'Staff queue' } } },
})

/** Whether and since when a listing's calendar is given out; the id is the listing's. */
export const zIcalExportRow = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  tokenId: z.string(),
  /** Where it is fetched; filled in as it is shown. */ url: z.string(),
  rotatedAt: zInstant,
})
export type IcalExportRow = z.infer<typeof zIcalExportRow>

export const icalExports = defineResource({
  name: 'ical-exports',
  table: 'ical_export',
  row: zIcalExportRow,
  capability: 'feed.write',
  visibility: {
    id: 'open',
    listingId: 'open',
    tokenId: 'open',
    url: 'open',
    rotatedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['rotatedAt'],
  defaultSort: ['rotatedAt', 'DESC'],
  filter: { listingId: 'equals' },
})
