import type { CalendarCommand, CalendarEvent, ClaimKind } from '@hearth/contracts/calendar'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { evolveBy, type Context, type Decider, type Decision } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { calendarFold, type CalendarState, type Claim, type ImportConflict } from './calendar.state.ts'
import { byStart, isImported } from './importDifferences.ts'

type CalendarDecide = Decider<CalendarState, CalendarCommand, CalendarEvent, CalendarFacts>['decide']

/** Claims for nights on which someone stays; two of them for the same night are a double booking. */
const OCCUPYING: readonly ClaimKind[] = ['booking', 'request_hold', 'owner_stay', 'photoshoot']

/** Claims named in one conflict: a calendar that clashes with more is wrong as a whole. */
const MAX_NAMED = 20

/**
 * Only claims of different groups can clash. A block of another platform is mostly the echo of one of our
 * stays and never a guest's own; an entry that could be a reservation counts as one until the host decides.
 * Two feeds show one another's reservations as blocks, so of two imports both must be reservations.
 */
const OURS = 'ours'
const findGroup = (claim: Claim): string | undefined => {
  if (!isImported(claim)) return OCCUPYING.includes(claim.kind) ? OURS : undefined
  if (claim.origin.importKind === 'blocked') return undefined
  return `${claim.origin.importKind} ${claim.origin.feedId}`
}
const canClash = (a: string, b: string) =>
  a !== b && (a === OURS || b === OURS || (a.startsWith('reserved ') && b.startsWith('reserved ')))

/**
 * The claims that each claim clashes with. Claims are walked in order of time, so that only those that
 * overlap are compared.
 */
const findClashes = (claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> => {
  const clashes = new Map<string, Claim[]>()
  const note = ({ claimId }: Claim, other: Claim) => {
    const known = clashes.get(claimId)
    if (known === undefined) clashes.set(claimId, [other])
    else known.push(other)
  }
  const open = new Map<string, Claim[]>()
  for (const claim of claims.toSorted(byStart)) {
    const group = findGroup(claim)
    if (group === undefined) continue
    for (const [other, before] of open) {
      if (!canClash(group, other)) continue
      const meets = before.filter(({ end }) => end > claim.start)
      open.set(other, meets)
      for (const each of meets) {
        note(claim, each)
        note(each, claim)
      }
    }
    const own = open.get(group)
    if (own === undefined) open.set(group, [claim])
    else own.push(claim)
  }
  return clashes
}

/** Finds the claims of an import that no conflict names yet. */
const createClashFinder = (
  noticed: readonly ImportConflict[],
  clashes: ReadonlyMap<string, readonly Claim[]>,
) => {
  const bothWays = (one: string, other: string) => [`${one} ${other}`, `${other} ${one}`]
  const known = new Set(
    noticed.flatMap(({ claimId, overlapping }) => overlapping.flatMap((other) => bothWays(claimId, other))),
  )
  const full = new Set(
    noticed
      .filter(({ state, overlapping }) => state === 'open' && overlapping.length >= MAX_NAMED)
      .map(({ claimId }) => claimId),
  )
  return (claimId: string): readonly Claim[] => {
    if (full.has(claimId)) return []
    const others = (clashes.get(claimId) ?? [])
      .filter((other) => !known.has(`${claimId} ${other.claimId}`))
      .slice(0, MAX_NAMED)
    for (const other of others) known.add(`${other.claimId} ${claimId}`)
    return others
  }
}

const nameClaim = ({ claimId, kind, start, end }: Claim) => ({ claimId, kind, start, end })

/** The events for conflicts that begin and conflicts that are over, in a calendar as it is now. */
export const conflictEvents = (
  state: CalendarState,
  listingId: string,
  today: LocalDate,
  idFor: (label: string) => string,
): CalendarEvent[] => {
  const claims = state.claims.filter(({ end }) => end > today)
  const clashes = findClashes(claims)
  const noticed = state.conflicts.filter((conflict) => conflict.state !== 'gone')
  const findNew = createClashFinder(noticed, clashes)
  const detected = claims.filter(isImported).flatMap((imported): CalendarEvent[] => {
    const { claimId, start, end, origin } = imported
    const others = findNew(claimId)
    if (others.length === 0) return []
    const conflictId = idFor(`conflict/${claimId}/${others.map((other) => other.claimId).join('/')}`)
    const overlapping = others.map(nameClaim)
    const conflict = { listingId, conflictId, feedId: origin.feedId, claimId, start, end, overlapping }
    return [{ type: 'ImportConflictDetected', data: conflict }]
  })
  const gone = noticed
    .filter(({ state: is }) => is === 'open')
    .filter(
      ({ claimId, overlapping }) =>
        clashes.get(claimId)?.some((other) => overlapping.includes(other.claimId)) !== true,
    )
    .map(({ conflictId }): CalendarEvent => ({
      type: 'ImportConflictResolved',
      data: { listingId, conflictId, resolution: 'gone' },
    }))
  return [...detected, ...gone]
}

/**
 * Every change of a calendar also opens and ends its conflicts, in the same append: none is missed and none
 * outlives its cause.
 */
export const withConflicts = (decide: CalendarDecide): CalendarDecide => {
  const wrapped = Object.entries<
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
        (current, event) => evolveBy<CalendarState>(calendarFold, current, event, ctx.now),
        state,
      )
      return {
        ...decision,
        events: [...decision.events, ...conflictEvents(after, data.listingId, ctx.facts.today, ctx.idFor)],
      }
    },
  ])
  return Object.fromEntries(wrapped) as CalendarDecide
}
