import type { CalendarCommand, CalendarEvent } from '@hearth/contracts/calendar'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { findClaim, findConflict, type CalendarState, type Claim } from './calendar.state.ts'
import {
  byStart,
  importDifferences,
  isImported,
  later,
  standingImports,
  type ImportedClaim,
} from './importDifferences.ts'

type ImportCommand = OfType<
  CalendarCommand,
  'ApplyIcalSnapshot' | 'ReleaseImports' | 'ResolveImportConflict' | 'RotateIcalToken'
>

const noListing = reject('NOT_FOUND', 'This listing doesn’t exist.')
const KEPT = 'Kept from an imported calendar.'

/** The imports whose nights from today are free of other claims, staying or kept before. */
const freeToKeep = (
  imports: readonly ImportedClaim[],
  others: readonly Claim[],
  today: LocalDate,
): ReadonlySet<ImportedClaim> => {
  const staying = others.toSorted(byStart)
  const kept = new Set<ImportedClaim>()
  let next = 0
  // The end of the nights that earlier claims take.
  let takenUntil = ''
  for (const each of imports.toSorted(byStart)) {
    const start = each.start < today ? today : each.start
    for (; (staying[next]?.start ?? each.end) <= start; next += 1)
      takenUntil = later(takenUntil, staying[next]?.end ?? '')
    if (takenUntil > start || (staying[next]?.start ?? each.end) < each.end) continue
    kept.add(each)
    takenUntil = each.end
  }
  return kept
}

/** The nights of a removed feed: released, or blocked for the host where no other claim has them. */
const letGo = (
  state: CalendarState,
  { listingId, feedId, keepBlocks }: OfType<CalendarCommand, 'ReleaseImports'>['data'],
  today: LocalDate,
  idFor: (label: string) => string,
): CalendarEvent[] => {
  const imports = standingImports(state, feedId, today)
  const ending = new Set<Claim>(imports)
  const free = freeToKeep(
    keepBlocks ? imports : [],
    state.claims.filter((claim) => !ending.has(claim)),
    today,
  )
  return imports.flatMap((each): CalendarEvent[] => {
    const { claimId, origin, start, end } = each
    const remaining = start < today ? { start, end: today } : null
    const removed = {
      type: 'ImportedBlockRemoved',
      data: { listingId, claimId, feedId, uid: origin.uid, start, end, remaining },
    } as const
    if (!free.has(each)) return [removed]
    return [
      removed,
      {
        type: 'BlockCreated',
        data: {
          listingId,
          blockId: idFor(`kept/${claimId}`),
          kind: 'other',
          start: start < today ? today : start,
          end,
          note: KEPT,
          ownerStay: null,
        },
      },
    ]
  })
}

export const decideImports: Decider<CalendarState, ImportCommand, CalendarEvent, CalendarFacts>['decide'] = {
  ApplyIcalSnapshot: ({ listingId, feedId, entries }, state, { facts, idFor }) => {
    if (facts.listing === null) return noListing
    if (!facts.feedLives) return reject('INVALID_TRANSITION', 'This calendar is no longer imported.')
    return accept(importDifferences(state, { listingId, feedId, today: facts.today, entries }, idFor))
  },
  ReleaseImports: (data, state, { facts, idFor }) =>
    facts.listing === null ? noListing : accept(letGo(state, data, facts.today, idFor)),
  ResolveImportConflict: ({ listingId, resolution }, state, { targetId: conflictId }) => {
    const conflict = findConflict(state, conflictId)
    if (conflict === undefined) return reject('NOT_FOUND', 'This conflict doesn’t exist.')
    if (conflict.state !== 'open')
      return reject('ALREADY_DECIDED', 'This conflict has already been resolved.')
    const resolved = { type: 'ImportConflictResolved', data: { listingId, conflictId, resolution } } as const
    const claim = findClaim(state, conflict.claimId)
    if (resolution === 'keep_both' || claim === undefined || !isImported(claim)) return accept([resolved])
    const {
      claimId,
      origin: { feedId, uid },
      start,
      end,
    } = claim
    return accept([
      resolved,
      { type: 'ImportedBlockDismissed', data: { listingId, claimId, feedId, uid, start, end } },
    ])
  },
  RotateIcalToken: ({ listingId, unlessGiven }, state, { facts, idFor }) => {
    if (facts.listing === null) return noListing
    const tokenId = idFor('ical-token')
    return accept(
      state.exportTokenId === tokenId || (unlessGiven && state.exportTokenId !== null)
        ? []
        : [{ type: 'IcalTokenRotated', data: { listingId, tokenId } }],
    )
  },
}
