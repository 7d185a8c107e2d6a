import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { Claim } from '../calendar/calendar.state.ts'
import { isOverbooked, type BookingState } from './booking.state.ts'

export type Alignment =
  | Readonly<{ type: 'CommitClaim' }>
  | Readonly<{ type: 'HoldAndCommit'; start: LocalDate; end: LocalDate }>
  | Readonly<{ type: 'ShareNights'; start: LocalDate; end: LocalDate }>
  | Readonly<{
      type: 'ReleaseClaim'
      reason: 'cancelled' | 'expired'
      /** The nights stay blocked for the host. */ hostHold: boolean
    }>

/**
 * The step that aligns a listing's nights with their booking, which is the source of truth
 * (docs/domain/processes.md#two-streams-one-outcome). A booking that does not exist must have been abandoned
 * before its nights are released.
 */
export const alignment = (
  state: BookingState,
  claim: Pick<Claim, 'state'> | undefined,
): Alignment | undefined => {
  if (state.status === 'none')
    return claim?.state === 'held' ? { type: 'ReleaseClaim', reason: 'expired', hostHold: false } : undefined
  // Its nights belong to another booking.
  if (isOverbooked(state)) return undefined
  if (state.status === 'cancelled')
    return claim === undefined
      ? undefined
      : { type: 'ReleaseClaim', reason: 'cancelled', hostHold: state.hostKeepsBlocked }
  if (claim === undefined)
    return {
      type: state.sharesNights ? 'ShareNights' : 'HoldAndCommit',
      start: state.checkIn,
      end: state.checkOut,
    }
  return claim.state === 'committed' ? undefined : { type: 'CommitClaim' }
}
