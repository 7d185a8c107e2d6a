import {
  nightsFree,
  stayFailures,
  type CalendarCommand,
  type CalendarEvent,
} from '@hearth/contracts/calendar'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { findClosing } from '@hearth/contracts/listing'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { decideBlocks } from './blocks.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { withConflicts } from './conflicts.ts'
import { findHostHolds, yieldNights } from './hostHolds.ts'
import { decideImports } from './imports.ts'
import { decideSafetyHolds } from './safetyHolds.ts'
import { decideShootNights } from './shootNights.ts'
import { findClaim, calendarFold, type CalendarState, type Claim } from './calendar.state.ts'

const isStay = (claim: Claim) => claim.kind === 'booking' || claim.kind === 'request_hold'
const noClaim = reject('NOT_FOUND', 'No nights are held under this ID.')
const noStay = reject('INVALID_TRANSITION', 'This is a block, not a stay.')

/** One stream per listing decides which claim has a night (docs/domain/calendar.md#claims). */
export const calendar: Decider<CalendarState, CalendarCommand, CalendarEvent, CalendarFacts> = {
  ...calendarFold,
  decide: withConflicts({
    ...decideBlocks,
    ...decideImports,
    ...decideShootNights,
    ...decideSafetyHolds,
    EraseBlockNotes: (data, state) =>
      accept(state.erasureId === data.erasureId ? [] : [{ type: 'BlockNotesErased', data }]),
    HoldNights: (
      { listingId, claimId, kind, start, end, ttlMinutes, skipRules, takesHostHold },
      state,
      { now, recordedAt, facts, idFor },
    ) => {
      if (end <= start) return reject('INVALID_DATE_RANGE', 'A stay needs at least one night.')
      if (facts.listing === null || facts.checkInInstant === null)
        return reject('NOT_FOUND', 'This listing doesn’t exist.')
      const held = findClaim(state, claimId)
      if (held !== undefined)
        return held.start === start && held.end === end
          ? accept([])
          : reject('DUPLICATE', 'Different nights are already held under this ID.')
      const yielding = takesHostHold === true ? findHostHolds(state, { start, end }) : []
      const failures = stayFailures({
        stay: { kind, start, end },
        closing: findClosing(facts.listing, facts.contract, facts.today),
        rules: facts.listing.rules,
        overrides: facts.listing.overrides,
        taken: state.claims.filter((claim) => !yielding.includes(claim)),
        now,
        checkInInstant: facts.checkInInstant,
        today: facts.today,
        skipRules,
      })
      const [first] = failures
      if (first !== undefined) {
        const conflicts = failures.flatMap((failure) => failure.conflicts ?? [])
        return reject(first.code, failures.map((failure) => failure.text).join(' '), {
          rule: first.rule,
          failures,
          ...(conflicts.length > 0 ? { conflicts } : {}),
        })
      }
      // Holds expire by the wall clock, also for past events (docs/domain/calendar.md#holds).
      return accept([
        ...yielding.flatMap((hold) => yieldNights(hold, { start, end }, listingId, idFor)),
        {
          type: 'NightsHeld',
          data: { listingId, claimId, kind, start, end, holdExpiresAt: addMinutes(recordedAt, ttlMinutes) },
        },
      ])
    },
    CommitClaim: ({ listingId, claimId }, state) => {
      const claim = findClaim(state, claimId)
      if (claim === undefined) return reject('NIGHTS_UNAVAILABLE', 'These nights are no longer held.')
      if (!isStay(claim)) return noStay
      // An expired hold still has its nights: only a release frees them.
      return accept(
        claim.state === 'committed'
          ? []
          : [{ type: 'NightsCommitted', data: { listingId, claimId, start: claim.start, end: claim.end } }],
      )
    },
    ShareNights: ({ listingId, claimId, start, end }, state, { facts }) => {
      if (end <= start) return reject('INVALID_DATE_RANGE', 'A stay needs at least one night.')
      if (facts.listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
      return accept(
        findClaim(state, claimId) === undefined
          ? [{ type: 'NightsShared', data: { listingId, claimId, start, end } }]
          : [],
      )
    },
    ReplaceClaim: ({ listingId, claimId, start, end }, state, { facts }) => {
      const claim = findClaim(state, claimId)
      if (end <= start) return reject('INVALID_DATE_RANGE', 'A stay needs at least one night.')
      if (claim === undefined) return noClaim
      if (!isStay(claim)) return noStay
      if (claim.start === start && claim.end === end) return accept([])
      const conflicts = nightsFree(
        state.claims,
        { kind: claim.kind, start, end },
        { ignore: claimId, prepNights: facts.listing?.rules.prepNights ?? 0 },
      )
      if (conflicts.length > 0)
        return reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.', { conflicts })
      const moved = {
        listingId,
        claimId,
        kind: claim.kind,
        state: claim.state,
        from: { start: claim.start, end: claim.end },
        to: { start, end },
      }
      return accept([{ type: 'NightsMoved', data: moved }])
    },
    ReleaseClaim: ({ listingId, claimId, reason, holdAs }, state, { facts }) => {
      const claim = findClaim(state, claimId)
      if (claim === undefined) return accept([])
      if (!isStay(claim)) return noStay
      if (facts.bookingLives)
        return reject('INVALID_TRANSITION', 'The booking still needs these nights. Cancel it first.')
      const { start, end } = claim
      const released = { type: 'NightsReleased', data: { listingId, claimId, start, end, reason } } as const
      if (holdAs === null) return accept([released])
      const block = {
        listingId,
        blockId: holdAs,
        kind: 'host_cancellation_hold',
        start,
        end,
        note: null,
        ownerStay: null,
      } as const
      return accept([released, { type: 'BlockCreated', data: block }])
    },
  }),
}
