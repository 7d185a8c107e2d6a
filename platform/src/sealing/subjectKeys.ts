import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { decrypt, encrypt } from './cipher.ts'
import { createKeyCache, formatSubject, type SubjectKey } from './keyCache.ts'
import {
  deleteKey,
  findAnyKey,
  findKey,
  findKeys,
  findKeysById,
  insertKeys,
  type StoredKey,
  type Subject,
} from './subjectKeyTable.ts'

const KEY_BYTES = 32

const formatContext = (keyId: string, { tenantId, subjectId }: Subject): string =>
  JSON.stringify([keyId, tenantId, subjectId])
const toSubject = ({ tenant_id, subject_id }: StoredKey): Subject => ({
  tenantId: tenant_id,
  subjectId: subject_id,
})

export type SubjectKeys = Readonly<{
  /** The subject's key, created when there is none. It is committed before it is returned. */
  obtain: (subject: Subject) => Promise<SubjectKey>
  /** The keys of many subjects, in their order; found and created in one query each. */
  obtainMany: (subjects: readonly Subject[]) => Promise<readonly SubjectKey[]>
  /** The keys that still exist, all unknown ones loaded in one query. */
  load: (keyIds: ReadonlySet<string>) => Promise<ReadonlyMap<string, Buffer>>
  /** Deletes the subject's key, and returns when. */
  erase: (subject: Subject) => Promise<string>
  /** Another process has erased the subject. */
  forget: (subject: Subject) => void
  /** Notifications of erasures may have been lost. */
  forgetAll: () => void
}>

type Parts = Readonly<{ pool: pg.Pool; masterKey: Buffer; cache: ReturnType<typeof createKeyCache> }>

const decryptKey = (masterKey: Buffer, row: StoredKey): Buffer =>
  decrypt(masterKey, row.wrapped_key, formatContext(row.key_id, toSubject(row)))

const unwrap = ({ masterKey, cache }: Parts, row: StoredKey, asOf: number): SubjectKey => {
  const key = { keyId: row.key_id, key: decryptKey(masterKey, row) }
  cache.remember(toSubject(row), key, asOf)
  return key
}

/** False when the stored keys are wrapped by another master key (32 bytes in base64). */
export const ownsSubjectKeys = async (pool: pg.Pool, masterKey: string): Promise<boolean> => {
  const row = await findAnyKey(pool)
  if (!row) return true
  try {
    decryptKey(Buffer.from(masterKey, 'base64'), row)
    return true
  } catch {
    return false
  }
}

const wrapNew = (masterKey: Buffer, subject: Subject) => {
  const keyId = randomUUID()
  return {
    ...subject,
    keyId,
    wrapped: encrypt(masterKey, randomBytes(KEY_BYTES), formatContext(keyId, subject)),
  }
}

const obtain = async (parts: Parts, subject: Subject): Promise<SubjectKey> => {
  const { pool, masterKey, cache } = parts
  const cached = cache.find(subject)
  if (cached) return cached
  const asOf = cache.erasures()
  const row =
    (await findKey(pool, subject)) ??
    (await insertKeys(pool, [wrapNew(masterKey, subject)]))[0] ??
    (await findKey(pool, subject))
  if (!row) throw new Error('A subject key was erased while it was being created')
  return unwrap(parts, row, asOf)
}

const obtainMany = async (parts: Parts, subjects: readonly Subject[]): Promise<readonly SubjectKey[]> => {
  const { pool, masterKey, cache } = parts
  const asOf = cache.erasures()
  const found = new Map<string, SubjectKey>()
  const wanted = new Map<string, Subject>()
  for (const subject of subjects) {
    const key = cache.find(subject)
    if (key) found.set(formatSubject(subject), key)
    else wanted.set(formatSubject(subject), subject)
  }
  const keep = (rows: readonly StoredKey[]) => {
    for (const row of rows) {
      const name = formatSubject(toSubject(row))
      found.set(name, unwrap(parts, row, asOf))
      wanted.delete(name)
    }
  }
  keep(await findKeys(pool, [...wanted.values()]))
  keep(
    await insertKeys(
      pool,
      [...wanted.values()].map((subject) => wrapNew(masterKey, subject)),
    ),
  )
  // Other processes may have created some at the same time.
  keep(await findKeys(pool, [...wanted.values()]))
  return subjects.map((subject) => {
    const key = found.get(formatSubject(subject))
    if (!key) throw new Error('A subject key was erased while it was being created')
    return key
  })
}

const load = async (parts: Parts, keyIds: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer>> => {
  const { pool, cache } = parts
  const missing = [...keyIds].filter((keyId) => cache.findById(keyId) === undefined)
  const asOf = cache.erasures()
  const found = new Map<string, Buffer>()
  for (const row of await findKeysById(pool, missing)) found.set(row.key_id, unwrap(parts, row, asOf).key)
  // A key id is never issued twice, so one that is gone stays gone.
  for (const keyId of missing) if (!found.has(keyId)) cache.markGone(keyId)
  for (const keyId of keyIds) {
    const entry = cache.findByIdOfAnyAge(keyId)
    if (entry?.state === 'known') found.set(keyId, entry.key)
  }
  return found
}

/** The table `app.subject_key` behind a bounded cache; the table holds keys wrapped by the master key. */
export const createSubjectKeys = ({
  pool,
  masterKey,
  cacheSize,
  now,
}: Readonly<{ pool: pg.Pool; masterKey: Buffer; cacheSize: number; now: () => number }>): SubjectKeys => {
  const cache = createKeyCache({ max: cacheSize, now })
  const parts = { pool, masterKey, cache }
  return {
    obtain: (subject) => obtain(parts, subject),
    obtainMany: (subjects) => obtainMany(parts, subjects),
    load: (keyIds) => load(parts, keyIds),
    erase: async (subject) => {
      const { keyIds, at } = await deleteKey(pool, subject)
      cache.forget(subject)
      for (const keyId of keyIds) cache.markGone(keyId)
      return at
    },
    forget: cache.forget,
    forgetAll: cache.forgetAll,
  }
}
