import { createHash } from 'node:crypto'
import type { CalendarCommand } from '@hearth/contracts/calendar'
import {
  FAILING_ATTEMPTS,
  QUARANTINE_ENTRIES,
  type FetchOutcome,
  type IcalFeedCommand,
} from '@hearth/contracts/ical-feed'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { calendarFold } from '../calendar/calendar.state.ts'
import { standingImports } from '../calendar/importDifferences.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import { localDate } from '../runtime/localTime.ts'
import {
  TRANSIENT_CODES,
  RetryableError,
  type Done,
  type Envelope,
  type Outcome,
} from '../runtime/outcome.ts'
import type { FeedChecks, TakenCheck } from './feedChecks.ts'
import type { FeedFetcher } from './fetchFeed.ts'
import { icalFeedFold } from './icalFeed.state.ts'
import { readCalendar } from './readCalendar.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const countOf = (types: readonly string[], type: string) => types.filter((each) => each === type).length

export type FollowOptions = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  checks: FeedChecks
  fetcher: Pick<FeedFetcher, 'fetchFeed'>
  now: () => Instant
}>

/**
 * One fetch from the address to the calendar: what is understood is applied as a whole, whatever else came
 * changes the feed's health alone.
 */
export const createFeedFollower = ({ handler, handle, checks, fetcher, now }: FollowOptions) => {
  const send = async (
    feedId: string,
    command: (IcalFeedCommand | CalendarCommand) & Readonly<{ id?: string }>,
    correlationId: string,
  ): Promise<Done | undefined> => {
    const { type } = command
    const commandId = deriveId(type, feedId, correlationId)
    const outcome = await handle(internalOf({ kind: 'command', commandId, ...command }, { correlationId }))
    if (outcome.kind !== 'rejected') return outcome
    if (TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(`${type} was not taken: ${outcome.code}`)
    // The feed went in the meantime.
    return undefined
  }

  const fetchOne = async ({ feedId, ...marks }: TakenCheck): Promise<void> => {
    const at = now()
    const attempt = deriveId('fetch-feed', feedId, at)
    const { state: feed } = await handler.view(icalFeedFold, feedId, 0)
    if (feed.status !== 'active') return checks.forget(feedId)
    // Erased with its account.
    if (!URL.canParse(feed.url)) return checks.forget(feedId)
    const fetched = await fetcher.fetchFeed(feed.url, feed.contentHash === null ? undefined : marks)
    const { listingId } = feed
    const [{ state: place }, { state: taken }] = await Promise.all([
      handler.view(listingFold, listingId, 0),
      handler.view(calendarFold, listingId, 0),
    ])
    if (place.status === 'none') return
    const today = localDate(at, place.timezone)
    const standing = standingImports(taken, feedId, today).length
    const record = (outcome: FetchOutcome) =>
      send(feedId, { type: 'RecordFetch', id: feedId, data: { outcome } }, attempt)
    const refuse = async (outcome: Exclude<FetchOutcome, { kind: 'fetched' }>): Promise<void> => {
      await record(outcome)
      await checks.failed(feedId, at, feed.attempts + 1 >= FAILING_ATTEMPTS)
    }

    if (fetched.kind === 'failed') return refuse(fetched)
    if (fetched.kind === 'refused') return refuse({ ...fetched, standing })
    if (fetched.kind === 'unchanged') {
      if (feed.contentHash === null) return refuse({ kind: 'failed', problem: 'http_error' })
      await record({
        kind: 'fetched',
        contentHash: feed.contentHash,
        entries: standing,
        added: 0,
        moved: 0,
        removed: 0,
      })
      return checks.succeeded(feedId, at, undefined, undefined)
    }
    const read = readCalendar(fetched.body, place, today)
    if (!read.ok) return refuse({ kind: 'refused', problem: read.problem, standing })
    if (read.entries.length === 0 && standing >= QUARANTINE_ENTRIES && !feed.trusted)
      return refuse({ kind: 'refused', problem: 'emptied', standing })
    const contentHash = hashOf(JSON.stringify(read.entries))
    let types: readonly string[] = []
    if (contentHash !== feed.contentHash) {
      const applied = await send(
        feedId,
        { type: 'ApplyIcalSnapshot', data: { listingId, feedId, entries: [...read.entries] } },
        attempt,
      )
      if (applied === undefined) return
      types = applied.events
    }
    const changes = {
      added: countOf(types, 'ImportedBlockAdded'),
      moved: countOf(types, 'ImportedBlockMoved'),
      removed: countOf(types, 'ImportedBlockRemoved'),
    }
    await record({ kind: 'fetched', contentHash, entries: read.entries.length, ...changes })
    await checks.succeeded(feedId, at, fetched, hashOf(fetched.body))
  }

  const tellStale = async (): Promise<void> => {
    const at = now()
    for (const { feedId, since } of await checks.stale(at)) {
      await send(
        feedId,
        { type: 'MarkFeedStale', id: feedId, data: { since: new Date(since).toISOString() } },
        deriveId('stale', feedId, at),
      )
      await checks.toldStale(feedId, at)
    }
  }

  return { fetchOne, tellStale }
}
