import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import {
  listNightChanges,
  NIGHT_HISTORY_EVENTS,
  zAvailabilityRules,
  type NightChange,
} from '@hearth/contracts/listing'
import type { Principal } from '@hearth/platform/session/principal'
import { describeActor, loadPeople } from '../event/who.ts'
import { createScope } from '../runtime/model.ts'
import { readStreams } from '../runtime/readEvents.ts'
import type { Sources } from '../runtime/sources.ts'

const MAX_EVENTS = 2_000
/** A person sees the newest ones; the events have the rest. */
const MAX_CHANGES = 8

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
  const changes = listNightChanges(events, date, zAvailabilityRules.parse({})).slice(0, MAX_CHANGES)
  const people = await loadPeople(
    sources.pool,
    changes.map(({ changedBy }) => changedBy),
  )
  return changes.map((change) => ({
    ...change,
    changedBy: describeActor(change.changedBy, people, principal).name,
  }))
}
