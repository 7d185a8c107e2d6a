/**
 * Tenants fall into this many buckets, fixed for ever: segments, partitions and shards are ranges of them
 * (docs/domain/event-store.md#partitions).
 */
export const BUCKETS = 1_024

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a, 32 bits, over the text's UTF-8 bytes. */
export const fnv1a = (text: string): number => {
  let hash = FNV_OFFSET
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, FNV_PRIME)
  return hash >>> 0
}

/** The bucket of a tenant, 0 to 1023. The same in every process and release: checkpoints depend on it. */
export const computeBucket = (tenantId: string): number => fnv1a(tenantId) & (BUCKETS - 1)

export type BucketRange = Readonly<{ first: number; last: number }>

/** All buckets in this many ranges of nearly equal size, in order. */
export const segmentRanges = (segments: number): readonly BucketRange[] => {
  const start = (index: number) => Math.floor((index * BUCKETS) / segments)
  return Array.from({ length: segments }, (_, index) => ({ first: start(index), last: start(index + 1) - 1 }))
}
