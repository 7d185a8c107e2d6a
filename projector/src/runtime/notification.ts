import type { Change } from './foldBatch.ts'

/** Where listeners hear of committed batches and of cut-overs. */
export const CHANNEL = 'projection'
// Postgres takes at most 8000 bytes in one notification.
const MAX_PAYLOAD_BYTES = 7_000
const MAX_CHANGES = 200

export type Place = Readonly<{ name: string; commit: bigint; segment: number; segments: number }>

/**
 * What listeners get after a committed batch: the position, and which rows changed unless they are too many. `segment` only where there are several:
 * the position is that segment's then.
 */
export const notificationOf = ({ name, commit, segment, segments }: Place, changes: readonly Change[]): string => {
  const place = { name, commit: String(commit), ...(segments > 1 ? { segment: [segment, segments] } : {}) }
  const rows = changes.length > MAX_CHANGES ? undefined : changes.map(({ tenantId, id, revision }) => [tenantId, id, Number(revision)])
  const payload = JSON.stringify({ ...place, changes: rows })
  return rows && Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES ? payload : JSON.stringify({ ...place, many: true })
}
