import { nightsFree, type CalendarCommand, type CalendarEvent } from '@hearth/contracts/calendar'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import type { CalendarState } from './calendar.state.ts'
import { importDifferences, isImported, standingImports } from './importDifferences.ts'

type ImportCommand = OfType<CalendarCommand, 'ApplyIcalSnapshot' | 'ReleaseImports' | 'ResolveImportConflict' | 'RotateIcalToken'>

const noListing = reject('NOT_FOUND', 'There is no such listing.')
const KEPT = 'Kept from an imported calendar.'

/** The nights of a feed that is over, free again or blocked by the host instead, where nothing else takes them. */
const letGo = (state: CalendarState, { listingId, feedId, keepBlocks }: OfType<CalendarCommand, 'ReleaseImports'>['data'], today: LocalDate, idFor: (label: string) => string): CalendarEvent[] => {
  const imports = standingImports(state, feedId, today)
  const taken = Object.values(state.claims).filter((claim) => !imports.some(({ claimId }) => claimId === claim.claimId))
  return imports.flatMap(({ claimId, origin, start, end }): CalendarEvent[] => {
    const remaining = start < today ? { start, end: today } : null
    const removed = { type: 'ImportedBlockRemoved', data: { listingId, claimId, feedId, uid: origin.uid, start, end, remaining } } as const
    const kept = { kind: 'other', start: start < today ? today : start, end } as const
    if (!keepBlocks || nightsFree(taken, kept).length > 0) return [removed]
    const blockId = idFor(`kept/${claimId}`)
    taken.push({ ...kept, claimId: blockId, state: 'committed', note: KEPT })
    return [removed, { type: 'BlockCreated', data: { listingId, blockId, ...kept, note: KEPT, ownerStay: null } }]
  })
}

export const decideImports: Decider<CalendarState, ImportCommand, CalendarEvent, CalendarFacts>['decide'] = {
  ApplyIcalSnapshot: ({ listingId, feedId, entries }, state, { facts, idFor }) => {
    if (facts.listing === null) return noListing
    if (!facts.feedLives) return reject('INVALID_TRANSITION', 'This listing no longer follows that calendar.')
    return accept(importDifferences(state, { listingId, feedId, today: facts.today, entries }, idFor))
  },
  ReleaseImports: (data, state, { facts, idFor }) => (facts.listing === null ? noListing : accept(letGo(state, data, facts.today, idFor))),
  ResolveImportConflict: ({ listingId, resolution }, state, { targetId: conflictId }) => {
    const conflict = state.conflicts[conflictId]
    if (conflict === undefined) return reject('NOT_FOUND', 'There is no such conflict.')
    if (conflict.state !== 'open') return reject('ALREADY_DECIDED', 'This conflict is settled already.')
    const resolved = { type: 'ImportConflictResolved', data: { listingId, conflictId, resolution } } as const
    const claim = state.claims[conflict.claimId]
    if (resolution === 'keep_both' || claim === undefined || !isImported(claim)) return accept([resolved])
    const { claimId, origin: { feedId, uid }, start, end } = claim
    return accept([resolved, { type: 'ImportedBlockDismissed', data: { listingId, claimId, feedId, uid, start, end } }])
  },
  RotateIcalToken: ({ listingId }, state, { facts, idFor }) => {
    if (facts.listing === null) return noListing
    const tokenId = idFor('ical-token')
    return accept(state.exportTokenId === tokenId ? [] : [{ type: 'IcalTokenRotated', data: { listingId, tokenId } }])
  },
}
