import type { CalendarCommand, CalendarEvent, ClaimKind } from '@hearth/contracts/calendar'
import { overlaps, type LocalDate } from '@hearth/contracts/kernel/dates'
import { evolveBy, type Context, type Decider, type Decision } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { evolveCalendar, initialCalendar, type CalendarState, type Claim } from './calendar.state.ts'
import { isImported, type ImportedClaim } from './importDifferences.ts'

type CalendarDecide = Decider<CalendarState, CalendarCommand, CalendarEvent, CalendarFacts>['decide']

/** Nights in which somebody is there; two of them at once is a double booking. */
const SOMEBODY_COMES: readonly ClaimKind[] = ['booking', 'request_hold', 'owner_stay', 'photoshoot']

/**
 * A block of another platform is mostly the echo of a stay of ours and never a guest's; what may be a reservation is one, until the host says otherwise.
 * Two feeds show one another's reservations as blocks, so of two imports both must say that somebody comes.
 */
const wantSameNights = (imported: ImportedClaim, other: Claim): boolean => {
  if (imported.claimId === other.claimId || imported.origin.importKind === 'blocked' || !overlaps(imported, other)) return false
  if (!isImported(other)) return SOMEBODY_COMES.includes(other.kind)
  return imported.origin.feedId !== other.origin.feedId && imported.origin.importKind === 'reserved' && other.origin.importKind === 'reserved'
}

/** Conflicts that came up and conflicts that are over, in a calendar as it is now. */
export const conflictEvents = (state: CalendarState, listingId: string, today: LocalDate, idFor: (label: string) => string): CalendarEvent[] => {
  const claims = Object.values(state.claims).filter(({ end }) => end > today)
  const imports = claims.filter(isImported)
  const known = new Set(Object.values(state.conflicts).filter(({ state: is }) => is !== 'gone').flatMap(({ claimId, overlapping }) => overlapping.flatMap((other) => [`${claimId} ${other}`, `${other} ${claimId}`])))
  const detected = imports.flatMap((imported): CalendarEvent[] => {
    const others = claims.filter((other) => wantSameNights(imported, other) && !known.has(`${imported.claimId} ${other.claimId}`))
    if (others.length === 0) return []
    for (const { claimId } of others) known.add(`${claimId} ${imported.claimId}`)
    const { claimId, start, end, origin: { feedId } } = imported
    const conflictId = idFor(`conflict/${claimId}/${others.map((other) => other.claimId).join('/')}`)
    return [{ type: 'ImportConflictDetected', data: { listingId, conflictId, feedId, claimId, start, end, overlapping: others.map((other) => ({ claimId: other.claimId, kind: other.kind, start: other.start, end: other.end })) } }]
  })
  const gone = Object.entries(state.conflicts).flatMap(([conflictId, { state: is, claimId, overlapping }]): CalendarEvent[] => {
    const imported = imports.find((each) => each.claimId === claimId)
    const lasts = imported !== undefined && claims.some((other) => overlapping.includes(other.claimId) && wantSameNights(imported, other))
    return is !== 'open' || lasts ? [] : [{ type: 'ImportConflictResolved', data: { listingId, conflictId, resolution: 'gone' } }]
  })
  return [...detected, ...gone]
}

const calendar = { category: 'calendar', initial: initialCalendar, evolve: evolveCalendar }

/** Whatever changes a calendar also opens and ends its conflicts, in the same append: none is missed and none outlives its cause. */
export const attendConflicts = (decide: CalendarDecide): CalendarDecide => {
  const attended = Object.entries<(data: never, state: CalendarState, ctx: Context<CalendarFacts>) => Decision<CalendarEvent>>(decide).map(([type, handler]): [string, unknown] => [
    type,
    (data: Readonly<{ listingId: string }>, state: CalendarState, ctx: Context<CalendarFacts>): Decision<CalendarEvent> => {
      const decision = handler(data as never, state, ctx)
      if (!decision.ok) return decision
      const after = decision.events.reduce((sofar, event) => evolveBy<CalendarState>(calendar, sofar, event, ctx.now), state)
      return { ...decision, events: [...decision.events, ...conflictEvents(after, data.listingId, ctx.facts.today, ctx.idFor)] }
    },
  ])
  return Object.fromEntries(attended) as CalendarDecide
}
