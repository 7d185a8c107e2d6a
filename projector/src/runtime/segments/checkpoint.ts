import type { Position } from '@hearth/platform/event-store/port'

/** Up to where a projection has come, inclusive. */
export type Checkpoint = Position | 'start'

/** Strictly after; everything is after the start. */
export const isAfter = (a: Checkpoint, b: Checkpoint): boolean => {
  if (a === 'start') return false
  if (b === 'start') return true
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
}

/** The least of them; the start when there is none. */
export const earliest = (checkpoints: readonly Checkpoint[]): Checkpoint =>
  checkpoints.reduce<Checkpoint | undefined>(
    (least, next) => (least === undefined || isAfter(least, next) ? next : least),
    undefined,
  ) ?? 'start'

export const latest = (a: Checkpoint, b: Checkpoint): Checkpoint => (isAfter(b, a) ? b : a)
