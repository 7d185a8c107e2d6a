import { LRUCache } from 'lru-cache'
import type { Subject } from './subjectKeyTable.ts'

export type SubjectKey = Readonly<{ keyId: string; key: Buffer }>

type CachedKey = { state: 'known'; key: Buffer; until: number } | { state: 'gone' }

// Another process may have erased a subject; after this long every process has noticed.
const TRUST_MS = 60_000

export const formatSubject = ({ tenantId, subjectId }: Subject): string =>
  JSON.stringify([tenantId, subjectId])

/** A bounded cache of unwrapped keys, and of the ids of keys that are gone. */
export const createKeyCache = ({ max, now }: Readonly<{ max: number; now: () => number }>) => {
  const byKeyId = new LRUCache<string, CachedKey>({ max })
  const keyIdBySubject = new LRUCache<string, string>({ max })
  let erasures = 0

  const findById = (keyId: string): CachedKey | undefined => {
    const entry = byKeyId.get(keyId)
    return entry?.state === 'known' && entry.until <= now() ? undefined : entry
  }

  return {
    findById,
    /** Whatever its age: a key that was fresh when a load began stays usable until it ends. */
    findByIdOfAnyAge: (keyId: string): CachedKey | undefined => byKeyId.get(keyId),
    find: (subject: Subject): SubjectKey | undefined => {
      const keyId = keyIdBySubject.get(formatSubject(subject))
      const entry = keyId === undefined ? undefined : findById(keyId)
      return keyId !== undefined && entry?.state === 'known' ? { keyId, key: entry.key } : undefined
    },
    /** The number of erasures so far: read it before the keys that are to be remembered. */
    erasures: (): number => erasures,
    /** Remembers a key unless there was an erasure since `asOf`: it may be the one that was erased. */
    remember: (subject: Subject, { keyId, key }: SubjectKey, asOf: number): void => {
      if (asOf !== erasures) return
      byKeyId.set(keyId, { state: 'known', key, until: now() + TRUST_MS })
      keyIdBySubject.set(formatSubject(subject), keyId)
    },
    markGone: (keyId: string): void => {
      byKeyId.set(keyId, { state: 'gone' })
    },
    /** The subject was erased; its key is dropped. */
    forget: (subject: Subject): void => {
      erasures += 1
      const keyId = keyIdBySubject.get(formatSubject(subject))
      keyIdBySubject.delete(formatSubject(subject))
      if (keyId !== undefined) byKeyId.delete(keyId)
    },
    forgetAll: (): void => {
      erasures += 1
      keyIdBySubject.clear()
      byKeyId.clear()
    },
  }
}
