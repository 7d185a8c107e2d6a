import { createHash } from 'node:crypto'
import { MAX_IMPORTED, type CalendarCommand, type ImportedEntry } from '@hearth/contracts/calendar'
import {
  FAILING_ATTEMPTS,
  MAX_NAMED_ENTRIES,
  QUARANTINE_ENTRIES,
  type FetchOutcome,
  type IcalFeedCommand,
} from '@hearth/contracts/ical-feed'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { ImportedClaim } from '../calendar/importDifferences.ts'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Done, type Handle } from '../runtime/outcome.ts'
import type { UnreadEntry } from './reading/calendarEntries.ts'
import type { Place } from './reading/calendarTimes.ts'
import type { FeedChecks } from './feedChecks.ts'
import type { Fetched } from './fetchFeed.ts'
import type { KnownFeed } from './icalFeed.state.ts'
import { readCalendar } from './reading/readCalendar.ts'

/** One fetch of a feed, with what it is compared with. */
export type FetchAttempt = Readonly<{
  id: string
  at: Instant
  today: LocalDate
  feedId: string
  feed: KnownFeed
  listing: Place
  /** Entries of the feed that are in the calendar. */
  standing: readonly ImportedClaim[]
}>
type Parts = Readonly<{ handle: Handle; checks: Pick<FeedChecks, 'succeeded' | 'failed'> }>

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const count = (types: readonly string[], type: string) => types.filter((each) => each === type).length

/** Undefined when the feed was removed in the meantime. */
export const sendForFeed = async (
  handle: Handle,
  feedId: string,
  command: (IcalFeedCommand | CalendarCommand) & Readonly<{ id?: string }>,
  correlationId: string,
): Promise<Done | undefined> => {
  const { type } = command
  const commandId = deriveId(type, feedId, correlationId)
  const outcome = await handle(createInternal({ kind: 'command', commandId, ...command }, { correlationId }))
  if (outcome.kind !== 'rejected') return outcome
  if (TRANSIENT_CODES.includes(outcome.code))
    throw new RetryableError(`${type} was not taken: ${outcome.code}`)
  return undefined
}

const record = ({ handle }: Parts, { feedId, id }: FetchAttempt, outcome: FetchOutcome) =>
  sendForFeed(handle, feedId, { type: 'RecordFetch', id: feedId, data: { outcome } }, id)

const reject = async (
  parts: Parts,
  attempt: FetchAttempt,
  outcome: Exclude<FetchOutcome, { kind: 'fetched' }>,
): Promise<void> => {
  await record(parts, attempt, outcome)
  await parts.checks.failed(attempt.feedId, attempt.at, attempt.feed.attempts + 1 >= FAILING_ATTEMPTS)
}

const keepUnchanged = async (parts: Parts, attempt: FetchAttempt): Promise<void> => {
  const { feedId, at, feed, standing } = attempt
  const { contentHash } = feed
  if (contentHash === null) return reject(parts, attempt, { kind: 'failed', problem: 'http_error' })
  const unchanged = { contentHash, entries: standing.length, added: 0, moved: 0, removed: 0 }
  await record(parts, attempt, { kind: 'fetched', ...unchanged })
  return parts.checks.succeeded(feedId, at, undefined, undefined)
}

/** Types of the events that the entries led to; undefined when the feed was removed in the meantime. */
const applyEntries = async (
  { handle }: Parts,
  { id, feedId, feed }: FetchAttempt,
  entries: readonly ImportedEntry[],
  contentHash: string,
): Promise<readonly string[] | undefined> => {
  if (contentHash === feed.contentHash) return []
  const data = { listingId: feed.listingId, feedId, entries: [...entries] }
  return (await sendForFeed(handle, feedId, { type: 'ApplyIcalSnapshot', data }, id))?.events
}

/**
 * What an entry took before it was no longer understood: it is still in the feed, so it isn't cancelled. One
 * that nothing identifies may be any of them (docs/domain/ical-feed.md#entries-that-are-not-understood).
 */
const keepUnread = (
  { entries, unread }: Readonly<{ entries: readonly ImportedEntry[]; unread: readonly UnreadEntry[] }>,
  standing: readonly ImportedClaim[],
): readonly ImportedEntry[] => {
  const read = new Set(entries.map(({ uid }) => uid))
  const isOf = (uid: string) => (known: string) => uid === known || uid.startsWith(`${known}/`)
  const isUnread = (uid: string) =>
    !read.has(uid) && unread.some(({ uids }) => uids.length === 0 || uids.some(isOf(uid)))
  return standing
    .filter(({ origin }) => isUnread(origin.uid))
    .map(({ origin: { uid, importKind }, start, end }) => ({
      uid,
      kind: importKind,
      reference: null,
      start,
      end,
    }))
}

const applyBody = async (
  parts: Parts,
  attempt: FetchAttempt,
  fetched: Extract<Fetched, { kind: 'body' }>,
): Promise<void> => {
  const { feedId, at, today, feed, listing, standing: before } = attempt
  const standing = before.length
  const read = readCalendar(fetched.body, listing, today)
  if (!read.ok) return reject(parts, attempt, { kind: 'refused', problem: read.problem, standing })
  const entries = [...read.entries, ...keepUnread(read, before)].slice(0, MAX_IMPORTED)
  if (entries.length === 0 && standing >= QUARANTINE_ENTRIES && !feed.trusted)
    return reject(parts, attempt, { kind: 'refused', problem: 'emptied', standing })
  const contentHash = hash(JSON.stringify(entries))
  const types = await applyEntries(parts, attempt, entries, contentHash)
  if (types === undefined) return
  const changes = {
    added: count(types, 'ImportedBlockAdded'),
    moved: count(types, 'ImportedBlockMoved'),
    removed: count(types, 'ImportedBlockRemoved'),
  }
  const unread = {
    total: read.total,
    count: read.unread.length,
    entries: read.unread.slice(0, MAX_NAMED_ENTRIES).map(({ uids: _uids, ...entry }) => entry),
  }
  await record(parts, attempt, { kind: 'fetched', contentHash, entries: entries.length, ...changes, unread })
  await parts.checks.succeeded(feedId, at, fetched, hash(fetched.body))
}

/** Applies a feed that can be read as a whole; any other answer changes the feed's health only. */
export const applyFetched = (parts: Parts, attempt: FetchAttempt, fetched: Fetched): Promise<void> => {
  switch (fetched.kind) {
    case 'failed':
      return reject(parts, attempt, fetched)
    case 'refused':
      return reject(parts, attempt, { ...fetched, standing: attempt.standing.length })
    case 'unchanged':
      return keepUnchanged(parts, attempt)
    case 'body':
      return applyBody(parts, attempt, fetched)
  }
}
