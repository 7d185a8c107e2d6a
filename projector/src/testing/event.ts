import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { Entry } from '../runtime/batch/foldBatch.ts'

/** A recorded event for pure tests; its place in the log follows from `at`. */
export const eventAt = (
  at: number,
  type: string,
  data: unknown,
  metadata: Readonly<Record<string, string>> = { tenantId: 't' },
): RecordedEvent => ({
  id: `id-${at}`,
  stream: `thing-${at}`,
  revision: BigInt(at),
  type,
  data,
  metadata,
  position: { commit: BigInt(at), prepare: BigInt(at) },
  recordedAt: new Date(at).toISOString(),
})

/** The event for a projection, without personal fields to open. */
export const entryAt = (event: RecordedEvent, keys: readonly string[]): Entry => ({
  recorded: event,
  event,
  keys,
})
