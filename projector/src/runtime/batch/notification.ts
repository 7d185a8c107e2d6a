import { formatRowName, readTenantId, type Entry, type RowKey } from './foldBatch.ts'
import type { Lease } from '../segments/leases.ts'

/** Where listeners hear of committed batches and of cut-overs. */
export const CHANNEL = 'projection'
// Postgres takes at most 8000 bytes in one notification.
const MAX_PAYLOAD_BYTES = 7_000
const MAX_CHANGES = 200

export type Touched = RowKey & Readonly<{ revision: bigint }>

/** The rows that a batch touches, each with the revision of the last event that does. */
export const touchedBy = (entries: readonly Entry[]): readonly Touched[] => {
  const touched = new Map<string, Touched>()
  for (const { event, keys } of entries) {
    const tenantId = readTenantId(event)
    for (const id of keys)
      touched.set(formatRowName({ tenantId, id }), { tenantId, id, revision: event.revision })
  }
  return [...touched.values()]
}

/**
 * What listeners get after a committed batch: the position, and which rows changed unless they are too many.
 * `segment` only where there are several: the position is that segment's then.
 */
export const createNotification = (
  { projection: name, segment, segments }: Pick<Lease, 'projection' | 'segment' | 'segments'>,
  commit: bigint,
  touched: readonly Touched[],
): string => {
  const place = { name, commit: String(commit), ...(segments > 1 ? { segment: [segment, segments] } : {}) }
  const rows =
    touched.length > MAX_CHANGES
      ? undefined
      : touched.map(({ tenantId, id, revision }) => [tenantId, id, Number(revision)])
  const payload = JSON.stringify({ ...place, changes: rows })
  return rows && Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES
    ? payload
    : JSON.stringify({ ...place, many: true })
}
