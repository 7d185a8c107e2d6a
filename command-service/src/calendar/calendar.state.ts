import type { CalendarEvent, ClaimKind, ImportKind, Span } from '@hearth/contracts/calendar'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

/** Where imported nights come from. */
export type Origin = Readonly<{ feedId: string; uid: string; importKind: ImportKind }>
export type Claim = Span &
  Readonly<{
    claimId: string
    kind: ClaimKind
    state: 'held' | 'committed'
    note: string | null
    /** The id of the person who made the block. */
    createdBy?: string
    /** Other claims may have the same nights. */
    shared?: true
    origin?: Origin
  }>
/** A block that was removed, as it was, until it is restored. */
export type RemovedBlock = Claim & Readonly<{ removedAt: Instant }>

/** An import that the host dismissed, until its feed changes it. */
export type Dismissed = Span & Origin
/** An import and our claims for the same nights. */
export type ImportConflict = Readonly<{
  conflictId: string
  claimId: string
  overlapping: readonly string[]
  state: 'open' | 'settled' | 'gone'
}>

/**
 * The current claims; released bookings are dropped, so that the same id can be held again
 * (docs/domain/calendar.md#claims).
 */
export type CalendarState = Readonly<{
  /** A list: one snapshot changes thousands, and a record is copied key by key with each. */
  claims: readonly Claim[]
  removed: Readonly<Record<string, RemovedBlock>>
  dismissed: Readonly<Record<string, Dismissed>>
  conflicts: readonly ImportConflict[]
  /** The id of the export link's token; null before the first. */
  exportTokenId: string | null
  /** The erasure of the account that took the notes of its blocks; null before. */
  erasureId: string | null
}>

export const findClaim = ({ claims }: CalendarState, claimId: string): Claim | undefined =>
  claims.find((claim) => claim.claimId === claimId)
export const findConflict = ({ conflicts }: CalendarState, conflictId: string): ImportConflict | undefined =>
  conflicts.find((conflict) => conflict.conflictId === conflictId)

const put = (state: CalendarState, claim: Claim): CalendarState => {
  const at = state.claims.findIndex(({ claimId }) => claimId === claim.claimId)
  return { ...state, claims: at < 0 ? [...state.claims, claim] : state.claims.with(at, claim) }
}

const drop = (state: CalendarState, claimId: string): CalendarState => ({
  ...state,
  claims: state.claims.filter((claim) => claim.claimId !== claimId),
})

const change = (state: CalendarState, claimId: string, part: Partial<Claim>): CalendarState => {
  const claim = findClaim(state, claimId)
  return claim === undefined ? state : put(state, { ...claim, ...part })
}

const without = <T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> => {
  const { [id]: _gone, ...rest } = record
  return rest
}

const withoutNote = <C extends Claim>(claim: C): C =>
  claim.note === null ? claim : { ...claim, note: ERASED }

const asBooking = (kind: ClaimKind): ClaimKind => (kind === 'request_hold' ? 'booking' : kind)

export const initialCalendar: CalendarState = {
  claims: [],
  removed: {},
  dismissed: {},
  conflicts: [],
  exportTokenId: null,
  erasureId: null,
}

const evolve: Fold<CalendarState, CalendarEvent>['evolve'] = {
  NightsHeld: (state, { claimId, kind, start, end }) =>
    put(state, { claimId, kind, start, end, state: 'held', note: null }),
  NightsCommitted: (state, { claimId }) => {
    const claim = findClaim(state, claimId)
    return claim === undefined
      ? state
      : put(state, { ...claim, state: 'committed', kind: asBooking(claim.kind) })
  },
  NightsShared: (state, { claimId, start, end }) =>
    put(state, { claimId, kind: 'booking', start, end, state: 'committed', note: null, shared: true }),
  NightsMoved: (state, { claimId, to }) => change(state, claimId, to),
  NightsReleased: (state, { claimId }) => drop(state, claimId),
  BlockCreated: (state, { blockId, kind, start, end, note }, _at, createdBy) =>
    put(state, { claimId: blockId, kind, start, end, state: 'committed', note, createdBy }),
  BlockChanged: (state, { blockId, after }) => change(state, blockId, after),
  BlockNotesErased: (state, { erasureId }) => ({
    ...state,
    erasureId,
    claims: state.claims.map(withoutNote),
    removed: Object.fromEntries(Object.entries(state.removed).map(([id, block]) => [id, withoutNote(block)])),
  }),
  BlockRemoved: (state, { blockId, start, end, remaining }, removedAt) => {
    const claim = findClaim(state, blockId)
    if (claim === undefined) return state
    const removed = { ...state.removed, [blockId]: { ...claim, start, end, removedAt } }
    return { ...(remaining === null ? drop(state, blockId) : change(state, blockId, remaining)), removed }
  },
  BlockRestored: (state, { blockId, start, end }) => {
    const removed = state.removed[blockId]
    if (removed === undefined) return state
    const { removedAt: _removedAt, ...claim } = removed
    return { ...put(state, { ...claim, start, end }), removed: without(state.removed, blockId) }
  },
  ImportedBlockAdded: (state, { claimId, feedId, uid, importKind, start, end }) =>
    put(state, {
      claimId,
      kind: 'ical_import',
      start,
      end,
      state: 'committed',
      note: null,
      origin: { feedId, uid, importKind },
    }),
  ImportedBlockMoved: (state, { claimId, uid, to }) => {
    const claim = findClaim(state, claimId)
    return claim?.origin === undefined
      ? state
      : put(state, { ...claim, ...to, origin: { ...claim.origin, uid } })
  },
  ImportedBlockRemoved: (state, { claimId, remaining }) =>
    remaining === null ? drop(state, claimId) : change(state, claimId, remaining),
  ImportedBlockDismissed: (state, { claimId, feedId, uid, start, end }) => ({
    ...drop(state, claimId),
    dismissed: {
      ...state.dismissed,
      [claimId]: {
        feedId,
        uid,
        importKind: findClaim(state, claimId)?.origin?.importKind ?? 'reserved',
        start,
        end,
      },
    },
  }),
  ImportConflictDetected: (state, { conflictId, claimId, overlapping }) => ({
    ...state,
    conflicts: [
      ...state.conflicts,
      { conflictId, claimId, overlapping: overlapping.map((each) => each.claimId), state: 'open' },
    ],
  }),
  ImportConflictResolved: (state, { conflictId, resolution }) => ({
    ...state,
    conflicts: state.conflicts.map((conflict) =>
      conflict.conflictId === conflictId
        ? { ...conflict, state: resolution === 'gone' ? 'gone' : 'settled' }
        : conflict,
    ),
  }),
  IcalTokenRotated: (state, { tokenId }) => ({ ...state, exportTokenId: tokenId }),
}

export const calendarFold: Fold<CalendarState, CalendarEvent> = {
  category: 'calendar',
  initial: initialCalendar,
  evolve,
}
