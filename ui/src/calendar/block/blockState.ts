import { HOST_BLOCK_KINDS, type ClaimKind } from '@hearth/contracts/calendar'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import type { Claim } from '../../data/records/records.ts'

export type BlockState = Readonly<{
  phase: 'upcoming' | 'now' | 'past' | 'removed' | 'cut'
  /** Whether the host can change or remove the block: it is not over. */
  changeable: boolean
  /** A removed block can be restored for 30 days. */
  restorable: boolean
  /** The block's nights, also after it was removed. */
  start: LocalDate
  end: LocalDate
}>

const isHosts = (kind: ClaimKind) => (HOST_BLOCK_KINDS as readonly ClaimKind[]).includes(kind)

/** The state of a block on the listing's current day. Pure. */
export const computeBlockState = (
  { kind, state, start, end, restorableUntil, removedStart, removedEnd }: Claim,
  today: LocalDate,
  now: Instant,
): BlockState => {
  const removed = state === 'released'
  const cut = !removed && restorableUntil !== null
  const had = { start: removedStart ?? start, end: removedEnd ?? end }
  const phase = removed
    ? 'removed'
    : cut
      ? 'cut'
      : end <= today
        ? 'past'
        : start <= today
          ? 'now'
          : 'upcoming'
  return {
    phase,
    changeable: isHosts(kind) && !removed && end > today,
    restorable: isHosts(kind) && restorableUntil !== null && now < restorableUntil && had.end > today,
    ...(removed ? had : { start, end }),
  }
}
