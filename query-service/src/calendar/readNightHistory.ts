import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import {
  listNightChanges,
  NIGHT_HISTORY_EVENTS,
  zAvailabilityRules,
  type NightChange,
} from '@hearth/contracts/listing'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { describeActor, loadPeople } from '../event/who.ts'
import { createScope } from '../runtime/model.ts'
import { readStreams } from '../runtime/readEvents.ts'
import type { Sources } from '../runtime/sources.ts'

const MAX_EVENTS = 2_000
/** A person sees the newest ones; the events have the rest. */
const MAX_CHANGES = 8

const withoutPrice = <Terms extends NightChange['to'] | null>(terms: Terms): Terms =>
  terms === null ? terms : { ...terms, priceMinor: null }

/** The changes as this principal may see them: without prices, and then without those of the price alone. */
const seenChanges = (changes: readonly NightChange[], principal: Principal): readonly NightChange[] =>
  maySee(principal, 'listing.price')
    ? changes
    : changes
        .map((change) => ({ ...change, from: withoutPrice(change.from), to: withoutPrice(change.to) }))
        .filter(({ from, to }) => from !== null && JSON.stringify(from) !== JSON.stringify(to))

/** How the price and rules of a night changed, the newest first, with the names of those who did it. */
export const readNightHistory = async (
  sources: Sources,
  principal: Principal,
  listingId: string,
  date: LocalDate,
): Promise<readonly NightChange[]> => {
  const events = await readStreams(sources, createScope(principal), {
    streams: [formatStream('listing', listingId)],
    types: NIGHT_HISTORY_EVENTS,
    limit: MAX_EVENTS,
  })
  const all = listNightChanges(events, date, zAvailabilityRules.parse({}))
  const changes = seenChanges(all, principal).slice(0, MAX_CHANGES)
  const people = await loadPeople(
    sources.pool,
    changes.map(({ changedBy }) => changedBy),
  )
  return changes.map((change) => ({
    ...change,
    changedBy: describeActor(change.changedBy, people, principal).name,
  }))
}
