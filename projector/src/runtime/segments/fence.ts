import { isAfter, type Checkpoint } from './checkpoint.ts'
import type { Lease } from './leases.ts'

/** Where a segment stands in the database, and whose it is. */
export type StoredPlace = Readonly<{ checkpoint: Checkpoint; epoch: bigint; owner: string | null }>

/**
 * What a rejected batch means: another process has the segment, or this one's last batch was written without
 * an answer.
 */
export const readFence = (
  stored: StoredPlace | undefined,
  { epoch }: Pick<Lease, 'epoch'>,
  committed: Checkpoint,
): Readonly<{ continueFrom: Checkpoint } | { restart: string; takenOver: boolean }> => {
  if (!stored) return { restart: 'the segment is gone', takenOver: false }
  if (stored.epoch !== epoch) return { restart: 'it was taken over', takenOver: true }
  return isAfter(committed, stored.checkpoint)
    ? { restart: 'the checkpoint moved backwards', takenOver: false }
    : { continueFrom: stored.checkpoint }
}
