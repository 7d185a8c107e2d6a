import type { CalendarCommand, CalendarEvent } from '@hearth/contracts/calendar'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, type Decider } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { findClaim, type CalendarState } from './calendar.state.ts'

type HoldCommand = OfType<CalendarCommand, 'LiftSafetyHold'>

/** Nights that an incident keeps free; `CreateBlock` blocks them (docs/domain/incident.md#safety-holds). */
export const decideSafetyHolds: Decider<CalendarState, HoldCommand, CalendarEvent, CalendarFacts>['decide'] =
  {
    LiftSafetyHold: ({ listingId, blockId }, state, { facts: { today } }) => {
      const hold = findClaim(state, blockId)
      if (hold?.kind !== 'safety_hold' || hold.end <= today) return accept([])
      const { start, end } = hold
      const remaining = start < today ? { start, end: today } : null
      return accept([{ type: 'BlockRemoved', data: { listingId, blockId, start, end, remaining } }])
    },
  }
