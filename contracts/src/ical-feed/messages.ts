import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { deriveId, zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zLine } from '../kernel/text.ts'
import { zFeedUrl } from './url.ts'

/**
 * Calendars that one listing follows at most: more platforms than that a place is on nowhere, and each is
 * fetched all day.
 */
export const MAX_FEEDS = 8
/** The time between two fetches of a feed (docs/domain/ical-feed.md#health). */
export const POLL_MINUTES = 15
/** A feed without success for this long is stale (docs/domain/ical-feed.md#health). */
export const STALE_HOURS = 2
/** A feed with this many failures in a row is failing (docs/domain/ical-feed.md#health). */
export const FAILING_ATTEMPTS = 3
/**
 * A feed with this many entries to come is not believed when it is suddenly empty
 * (docs/domain/ical-feed.md#health).
 */
export const QUARANTINE_ENTRIES = 3
/** The time after which the host is reminded of an open conflict (docs/domain/calendar.md#conflicts). */
export const CONFLICT_REMINDER_HOURS = 4

/** Why nothing came: the address, the network, or the other server. */
export const FETCH_ERRORS = [
  'address_refused',
  'not_found',
  'unreachable',
  'timeout',
  'too_many_redirects',
  'http_error',
  'rate_limited',
] as const
/** Why what came is not believed. */
export const CONTENT_ERRORS = [
  'not_a_calendar',
  'cut_off',
  'unreadable',
  'too_large',
  'too_many_entries',
  'emptied',
] as const
export const zFeedProblem = z.enum([...FETCH_ERRORS, ...CONTENT_ERRORS])
export type FeedProblem = z.infer<typeof zFeedProblem>

/** Why an entry of a calendar is not understood (docs/domain/ical-feed.md#entries-that-are-not-understood). */
export const ENTRY_PROBLEMS = ['malformed', 'dates', 'time_zone', 'repetition'] as const
/** Characters of an entry's title that are kept. */
export const MAX_TITLE_LENGTH = 100
/** An entry that is not understood, as its host can find it in the other calendar. */
export const zNotUnderstood = z.strictObject({
  title: z
    .string()
    .max(2 * MAX_TITLE_LENGTH)
    .nullable(),
  /** The day on which it begins, as it is written. */
  date: z.string().max(10).nullable(),
  problem: z.enum(ENTRY_PROBLEMS),
})
export type NotUnderstood = z.infer<typeof zNotUnderstood>
/** Entries of a feed that are named to the host; more than these are only counted. */
export const MAX_NAMED_ENTRIES = 20
/** An email about entries that are not understood is sent at most once in this time. */
export const UNREAD_NOTICE_HOURS = 24

const count = z.int().min(0).max(10_000)
const zFetchOutcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('fetched'),
    contentHash: z.string().max(64),
    entries: count,
    added: count,
    moved: count,
    removed: count,
    /** Entries that are not understood, of `total` in the feed; left out when nothing new was read. */
    unread: z
      .strictObject({ total: count, count, entries: z.array(zNotUnderstood).max(MAX_NAMED_ENTRIES) })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), problem: z.enum(FETCH_ERRORS) }),
  /** `standing`: entries of the feed that are still to come, as they were before. */
  z.strictObject({ kind: z.literal('refused'), problem: z.enum(CONTENT_ERRORS), standing: count }),
])
export type FetchOutcome = z.infer<typeof zFetchOutcome>

const of = { feedId: z.string() }
const on = (verb: string) => ({ collection: 'ical-feeds', verb }) as const
const byHost = { capability: 'feed.write', ifMatch: 'none' } as const

/**
 * A calendar elsewhere that a listing's calendar follows (docs/domain/ical-feed.md). The same address is one
 * feed of a listing.
 */
export const icalFeed = defineAggregate({
  category: 'icalFeed',
  identify: (tenantId, _type, data) =>
    deriveId('icalFeed', tenantId, String(data['listingId']), String(data['url'])),
  events: {
    /** `source`: the address's host, which may be shown; the whole address is a secret. */
    FeedAdded: {
      version: 1,
      schema: z.strictObject({
        ...of,
        listingId: z.string(),
        hostAccountId: z.string(),
        name: z.string(),
        source: z.string(),
        url: z.string(),
      }),
      personal: { name: OF_ACCOUNT, url: 'hostAccountId' },
    },
    /** Only a fetch that changed something, the feed's health included. */
    FeedFetched: {
      version: 1,
      schema: z.strictObject({
        ...of,
        contentHash: z.string(),
        entries: z.int(),
        added: z.int(),
        moved: z.int(),
        removed: z.int(),
      }),
    },
    /**
     * The entries that are not understood now, of `total` in the feed; the first of them are named. Titles can
     * contain a guest's name, so they are sealed. `notify`: the owners get an email.
     */
    FeedEntriesNotUnderstood: {
      version: 1,
      schema: z.strictObject({
        ...of,
        hostAccountId: z.string(),
        total: z.int(),
        count: z.int(),
        entries: z.union([z.array(zNotUnderstood), z.string()]),
        notify: z.boolean(),
      }),
      personal: { entries: 'hostAccountId' },
    },
    FeedFailed: {
      version: 1,
      schema: z.strictObject({ ...of, problem: zFeedProblem, /** In a row. */ attempt: z.int() }),
    },
    /** What was imported stays; `kept` entries are still to come. */
    FeedQuarantined: { version: 1, schema: z.strictObject({ ...of, problem: zFeedProblem, kept: z.int() }) },
    FeedWentStale: { version: 1, schema: z.strictObject({ ...of, since: zInstant }) },
    FeedReleased: { version: 1, schema: z.strictObject(of) },
    FeedRefreshRequested: { version: 1, schema: z.strictObject({ ...of, requestId: z.string() }) },
    FeedRemoved: {
      version: 1,
      schema: z.strictObject({ ...of, listingId: z.string(), keepBlocks: z.boolean() }),
    },
  },
  commands: {
    AddFeed: {
      ...byHost,
      schema: z.strictObject({ listingId: zId, name: zLine(1, 60), url: zFeedUrl }),
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'ical-feeds' },
    },
    /** Requests a fetch now. */
    RefreshFeed: { ...byHost, schema: z.strictObject({}), route: on('refresh') },
    /** The host has checked: what the feed says next is accepted as it is, even if it is empty. */
    ReleaseFeed: { ...byHost, schema: z.strictObject({}), route: on('release') },
    RemoveFeed: { ...byHost, schema: z.strictObject({ keepBlocks: z.boolean() }), route: on('remove') },
    RecordFetch: { ...byHost, schema: z.strictObject({ outcome: zFetchOutcome }) },
    MarkFeedStale: { ...byHost, schema: z.strictObject({ since: zInstant }) },
  },
})
export type IcalFeedEvent = EventsOf<typeof icalFeed>
export type IcalFeedCommand = CommandsOf<typeof icalFeed>
