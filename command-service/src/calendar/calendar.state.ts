import type { CalendarEvent, ClaimKind, Span } from '@hearth/contracts/calendar'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Decider } from '../runtime/decider.ts'

export type Claim = Span & Readonly<{ claimId: string; kind: ClaimKind; state: 'held' | 'committed'; note: string | null }>
/** A block that was removed, as it was, until it is restored. */
export type RemovedBlock = Claim & Readonly<{ removedAt: Instant }>

/** What takes nights now; released bookings are forgotten, so that the same id may be held again (decisions.md §8). */
export type CalendarState = Readonly<{
  claims: Readonly<Record<string, Claim>>
  removed: Readonly<Record<string, RemovedBlock>>
}>

const put = (state: CalendarState, claim: Claim): CalendarState => ({ ...state, claims: { ...state.claims, [claim.claimId]: claim } })

const change = (state: CalendarState, claimId: string, part: Partial<Claim>): CalendarState => {
  const claim = state.claims[claimId]
  return claim === undefined ? state : put(state, { ...claim, ...part })
}

const without = <T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> => {
  const { [id]: _gone, ...rest } = record
  return rest
}

const asBooking = (kind: ClaimKind): ClaimKind => (kind === 'request_hold' ? 'booking' : kind)

export const initialCalendar: CalendarState = { claims: {}, removed: {} }

export const evolveCalendar: Decider<CalendarState, never, CalendarEvent>['evolve'] = {
  NightsHeld: (state, { claimId, kind, start, end }) => put(state, { claimId, kind, start, end, state: 'held', note: null }),
  NightsCommitted: (state, { claimId }) => {
    const claim = state.claims[claimId]
    return claim === undefined ? state : put(state, { ...claim, state: 'committed', kind: asBooking(claim.kind) })
  },
  NightsMoved: (state, { claimId, to }) => change(state, claimId, to),
  NightsReleased: (state, { claimId }) => ({ ...state, claims: without(state.claims, claimId) }),
  BlockCreated: (state, { blockId, kind, start, end, note }) => put(state, { claimId: blockId, kind, start, end, state: 'committed', note }),
  BlockChanged: (state, { blockId, after }) => change(state, blockId, after),
  BlockRemoved: (state, { blockId, start, end, remaining }, removedAt) => {
    const claim = state.claims[blockId]
    if (claim === undefined) return state
    const removed = { ...state.removed, [blockId]: { ...claim, start, end, removedAt } }
    return remaining === null ? { claims: without(state.claims, blockId), removed } : { claims: { ...state.claims, [blockId]: { ...claim, ...remaining } }, removed }
  },
  BlockRestored: (state, { blockId, start, end }) => {
    const removed = state.removed[blockId]
    if (removed === undefined) return state
    const { removedAt: _removedAt, ...claim } = removed
    return { claims: { ...state.claims, [blockId]: { ...claim, start, end } }, removed: without(state.removed, blockId) }
  },
}
