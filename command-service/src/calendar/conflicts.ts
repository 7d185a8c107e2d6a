import type { CalendarCommand, CalendarEvent, ClaimKind } from '@hearth/contracts/calendar'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { evolveBy, type Context, type Decider, type Decision } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { calendarFold, type CalendarState, type Claim } from './calendar.state.ts'
import { byStart, isImported } from './importDifferences.ts'

type CalendarDecide = Decider<CalendarState, CalendarCommand, CalendarEvent, CalendarFacts>['decide']

/** Nights in which somebody is there; two of them at once is a double booking. */
const SOMEBODY_COMES: readonly ClaimKind[] = ['booking', 'request_hold', 'owner_stay', 'photoshoot']

/** A conflict names so many claims at most: a calendar that clashes with more is wrong as a whole. */
const MOST_NAMED = 20

/**
 * Who wants nights for themselves, claims of which only those in different groups can clash. A block of
 * another platform is mostly the echo of a stay of ours and never a guest's; what may be a reservation is
 * one, until the host says otherwise. Two feeds show one another's reservations as blocks, so of two imports
 * both must say that somebody comes.
 */
const OURS = 'ours'
const groupOf = (claim: Claim): string | undefined => {
  if (!isImported(claim)) return SOMEBODY_COMES.includes(claim.kind) ? OURS : undefined
  if (claim.origin.importKind === 'blocked') return undefined
  return `${claim.origin.importKind} ${claim.origin.feedId}`
}
const mayClash = (a: string, b: string) =>
  a !== b && (a === OURS || b === OURS || (a.startsWith('reserved ') && b.startsWith('reserved ')))

/**
 * Everybody who clashes with everybody, found in the order of time, so that only claims which meet are
 * compared; both ways.
 */
const clashesOf = (claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> => {
  const clashes = new Map<string, Claim[]>()
  const note = ({ claimId }: Claim, other: Claim) => {
    const known = clashes.get(claimId)
    if (known === undefined) clashes.set(claimId, [other])
    else known.push(other)
  }
  const underWay = new Map<string, Claim[]>()
  for (const claim of claims.toSorted(byStart)) {
    const group = groupOf(claim)
    if (group === undefined) continue
    for (const [other, before] of underWay) {
      if (!mayClash(group, other)) continue
      const meets = before.filter(({ end }) => end > claim.start)
      underWay.set(other, meets)
      for (const each of meets) {
        note(claim, each)
        note(each, claim)
      }
    }
    const own = underWay.get(group)
    if (own === undefined) underWay.set(group, [claim])
    else own.push(claim)
  }
  return clashes
}

/** Conflicts that came up and conflicts that are over, in a calendar as it is now. */
export const conflictEvents = (
  state: CalendarState,
  listingId: string,
  today: LocalDate,
  idFor: (label: string) => string,
): CalendarEvent[] => {
  const claims = state.claims.filter(({ end }) => end > today)
  const clashes = clashesOf(claims)
  const told = state.conflicts.filter(({ state: is }) => is !== 'gone')
  const known = new Set(
    told.flatMap(({ claimId, overlapping }) =>
      overlapping.flatMap((other) => [`${claimId} ${other}`, `${other} ${claimId}`]),
    ),
  )
  const full = new Set(
    told.flatMap(({ claimId, overlapping, state: is }) =>
      is === 'open' && overlapping.length >= MOST_NAMED ? [claimId] : [],
    ),
  )
  const detected = claims.filter(isImported).flatMap((imported): CalendarEvent[] => {
    const {
      claimId,
      start,
      end,
      origin: { feedId },
    } = imported
    if (full.has(claimId)) return []
    const others = (clashes.get(claimId) ?? [])
      .filter((other) => !known.has(`${claimId} ${other.claimId}`))
      .slice(0, MOST_NAMED)
    if (others.length === 0) return []
    for (const other of others) known.add(`${other.claimId} ${claimId}`)
    const conflictId = idFor(`conflict/${claimId}/${others.map((other) => other.claimId).join('/')}`)
    return [
      {
        type: 'ImportConflictDetected',
        data: {
          listingId,
          conflictId,
          feedId,
          claimId,
          start,
          end,
          overlapping: others.map((other) => ({
            claimId: other.claimId,
            kind: other.kind,
            start: other.start,
            end: other.end,
          })),
        },
      },
    ]
  })
  const gone = told.flatMap(({ conflictId, state: is, claimId, overlapping }): CalendarEvent[] => {
    const lasts = clashes.get(claimId)?.some((other) => overlapping.includes(other.claimId)) ?? false
    return is !== 'open' || lasts
      ? []
      : [{ type: 'ImportConflictResolved', data: { listingId, conflictId, resolution: 'gone' } }]
  })
  return [...detected, ...gone]
}

/**
 * Whatever changes a calendar also opens and ends its conflicts, in the same append: none is missed and none
 * outlives its cause.
 */
export const attendConflicts = (decide: CalendarDecide): CalendarDecide => {
  const attended = Object.entries<
    (data: never, state: CalendarState, ctx: Context<CalendarFacts>) => Decision<CalendarEvent>
  >(decide).map(([type, handler]): [string, unknown] => [
    type,
    (
      data: Readonly<{ listingId: string }>,
      state: CalendarState,
      ctx: Context<CalendarFacts>,
    ): Decision<CalendarEvent> => {
      const decision = handler(data as never, state, ctx)
      if (!decision.ok) return decision
      const after = decision.events.reduce(
        (sofar, event) => evolveBy<CalendarState>(calendarFold, sofar, event, ctx.now),
        state,
      )
      return {
        ...decision,
        events: [...decision.events, ...conflictEvents(after, data.listingId, ctx.facts.today, ctx.idFor)],
      }
    },
  ])
  return Object.fromEntries(attended) as CalendarDecide
}
