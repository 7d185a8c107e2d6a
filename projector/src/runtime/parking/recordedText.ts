import type { Recorded } from '@hearth/platform/event-store/port'
import { z } from 'zod'

/**
 * An event as the log has it, for a table. Positions and revisions are bigint, and data that is not JSON
 * comes as bytes.
 */
export const recordedToText = (recorded: Recorded): string => {
  const { data, revision, position, ...rest } = recorded
  const bytes = data instanceof Uint8Array
  return JSON.stringify({
    ...rest,
    revision: String(revision),
    commit: String(position.commit),
    prepare: String(position.prepare),
    bytes,
    data: bytes ? Buffer.from(data).toString('base64') : data,
  })
}

const zBigint = z.string().transform(BigInt)
const zRecorded = z.object({
  id: z.string(),
  stream: z.string(),
  type: z.string(),
  metadata: z.record(z.string(), z.string()),
  recordedAt: z.string(),
  revision: zBigint,
  commit: zBigint,
  prepare: zBigint,
  bytes: z.boolean(),
  data: z.unknown(),
})

export const recordedFromText = (text: string): Recorded => {
  const { commit, prepare, bytes, data, ...rest } = zRecorded.parse(JSON.parse(text))
  return {
    ...rest,
    data: bytes ? new Uint8Array(Buffer.from(String(data), 'base64')) : data,
    position: { commit, prepare },
  }
}
