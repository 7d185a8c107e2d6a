import { createHash } from 'node:crypto'
import type { Recorded } from '@hearth/platform/event-store/port'

/** One event in the chain of its stream. `commit`: its position in the log when it was written. */
export type Link = Readonly<{ stream: string; revision: number; commit: string; hash: Buffer }>

/** The hash before the first link of a stream. */
export const CHAIN_START = Buffer.alloc(32)

// Keys in order, so that equal events give equal texts.
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** SHA-256 over the event as the log has it, personal fields sealed, and the link before it. */
export const hashLink = (
  before: Uint8Array,
  { id, stream, revision, type, data, metadata, recordedAt }: Recorded,
): Buffer =>
  createHash('sha256')
    .update(before)
    .update(canonical([id, stream, String(revision), type, data, metadata, recordedAt]))
    .digest()
