import type { RecordedEvent } from '@hearth/contracts/kernel/message'

/** A recorded event for pure tests; its place in the log follows from `at`. */
export const eventAt = (at: number, type: string, data: unknown, metadata: Readonly<Record<string, string>> = { tenantId: 't' }): RecordedEvent => ({
  id: `id-${at}`,
  stream: `thing-${at}`,
  revision: BigInt(at),
  type,
  data,
  metadata,
  position: { commit: BigInt(at), prepare: BigInt(at) },
  recordedAt: new Date(at).toISOString(),
})
