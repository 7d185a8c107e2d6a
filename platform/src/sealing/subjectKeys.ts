import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { decrypt, encrypt } from './cipher.ts'

export type SubjectKey = Readonly<{ keyId: string; key: Buffer }>
export type Subject = Readonly<{ tenantId: string; subjectId: string }>

type Row = { key_id: string; tenant_id: string; subject_id: string; wrapped_key: Buffer }

const KEY_BYTES = 32
/** Where processes tell one another whose key is gone: `[tenantId, subjectId]`. */
export const ERASURES = 'subject_erased'
// Another process may have erased a subject; after this long every process has noticed.
const TRUST_MS = 60_000

const formatName = ({ tenantId, subjectId }: Subject): string => JSON.stringify([tenantId, subjectId])
const formatContext = (keyId: string, { tenantId, subjectId }: Subject): string =>
  JSON.stringify([keyId, tenantId, subjectId])

type CachedKey = { state: 'known'; key: Buffer; until: number } | { state: 'gone' }

/** The table `app.subject_key` behind a bounded cache. Keys stand in it wrapped by the master key. */
export const createSubjectKeys = (options: {
  pool: pg.Pool
  masterKey: Buffer
  cacheSize: number
  now: () => number
}) => {
  const { pool, masterKey, now } = options
  const byKeyId = new LRUCache<string, CachedKey>({ max: options.cacheSize })
  const keyIdBySubject = new LRUCache<string, string>({ max: options.cacheSize })

  // A key that was read before an erasure was heard of must not be remembered after it.
  let erasures = 0

  const remember = (row: Row, asOf: number): SubjectKey => {
    const subject = { tenantId: row.tenant_id, subjectId: row.subject_id }
    const key = decrypt(masterKey, row.wrapped_key, formatContext(row.key_id, subject))
    if (asOf !== erasures) return { keyId: row.key_id, key }
    byKeyId.set(row.key_id, { state: 'known', key, until: now() + TRUST_MS })
    keyIdBySubject.set(formatName(subject), row.key_id)
    return { keyId: row.key_id, key }
  }

  const cached = (keyId: string): CachedKey | undefined => {
    const entry = byKeyId.get(keyId)
    return entry?.state === 'known' && entry.until <= now() ? undefined : entry
  }

  const find = async ({ tenantId, subjectId }: Subject): Promise<SubjectKey | undefined> => {
    const asOf = erasures
    const { rows } = await pool.query<Row>({
      name: 'subject key',
      text: `select * from app.subject_key where tenant_id = $1 and subject_id = $2`,
      values: [tenantId, subjectId],
    })
    return rows[0] && remember(rows[0], asOf)
  }

  const create = async (subject: Subject): Promise<SubjectKey | undefined> => {
    const asOf = erasures
    const keyId = randomUUID()
    const wrapped = encrypt(masterKey, randomBytes(KEY_BYTES), formatContext(keyId, subject))
    const { rows } = await pool.query<Row>(
      `insert into app.subject_key (key_id, tenant_id, subject_id, wrapped_key) values ($1, $2, $3, $4)
       on conflict (tenant_id, subject_id) do nothing returning *`,
      [keyId, subject.tenantId, subject.subjectId, wrapped],
    )
    return rows[0] && remember(rows[0], asOf)
  }

  return {
    /** The subject's key, created when there is none. It is committed before it is returned. */
    obtain: async (subject: Subject): Promise<SubjectKey> => {
      const keyId = keyIdBySubject.get(formatName(subject))
      const entry = keyId === undefined ? undefined : cached(keyId)
      if (keyId !== undefined && entry?.state === 'known') return { keyId, key: entry.key }
      const key = (await find(subject)) ?? (await create(subject)) ?? (await find(subject))
      if (!key) throw new Error('A subject key was erased while it was being created')
      return key
    },

    /** The keys of many subjects, in their order; found and created in one query each. */
    obtainMany: async (subjects: readonly Subject[]): Promise<readonly SubjectKey[]> => {
      const known = (subject: Subject): SubjectKey | undefined => {
        const keyId = keyIdBySubject.get(formatName(subject))
        const entry = keyId === undefined ? undefined : cached(keyId)
        return keyId !== undefined && entry?.state === 'known' ? { keyId, key: entry.key } : undefined
      }
      const asOf = erasures
      const found = new Map<string, SubjectKey>()
      const wanted = new Map<string, Subject>()
      for (const subject of subjects) {
        const key = known(subject)
        if (key) found.set(formatName(subject), key)
        else wanted.set(formatName(subject), subject)
      }
      const keep = (rows: readonly Row[]) => {
        for (const row of rows) {
          const name = formatName({ tenantId: row.tenant_id, subjectId: row.subject_id })
          found.set(name, remember(row, asOf))
          wanted.delete(name)
        }
      }
      const columns = () => [
        [...wanted.values()].map(({ tenantId }) => tenantId),
        [...wanted.values()].map(({ subjectId }) => subjectId),
      ]
      const find = async () => {
        if (wanted.size > 0)
          keep(
            (
              await pool.query<Row>(
                `
                  select k.*
                  from
                    app.subject_key k
                    join unnest($1::text[], $2::text[]) as wanted (tenant_id, subject_id) using (tenant_id, subject_id)`,
                columns(),
              )
            ).rows,
          )
      }
      await find()
      if (wanted.size > 0) {
        const made = [...wanted.values()].map((subject) => {
          const keyId = randomUUID()
          return { keyId, wrapped: encrypt(masterKey, randomBytes(KEY_BYTES), formatContext(keyId, subject)) }
        })
        const { rows } = await pool.query<Row>(
          `
            insert into app.subject_key (key_id, tenant_id, subject_id, wrapped_key)
            select *
            from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
            on conflict (tenant_id, subject_id) do nothing
            returning *`,
          [made.map(({ keyId }) => keyId), ...columns(), made.map(({ wrapped }) => wrapped)],
        )
        keep(rows)
        // Others may have made some at the same time.
        await find()
      }
      return subjects.map((subject) => {
        const key = found.get(formatName(subject))
        if (!key) throw new Error('A subject key was erased while it was being created')
        return key
      })
    },

    /** The keys that still exist, all unknown ones loaded in one query. */
    load: async (keyIds: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer>> => {
      const missing = [...keyIds].filter((keyId) => cached(keyId) === undefined)
      const asOf = erasures
      const found = new Map<string, Buffer>()
      if (missing.length > 0) {
        const { rows } = await pool.query<Row>({
          name: 'subject keys by id',
          text: `select * from app.subject_key where key_id = any($1::uuid[])`,
          values: [missing],
        })
        for (const row of rows) found.set(row.key_id, remember(row, asOf).key)
        // A key id is never issued twice, so one that is gone stays gone.
        for (const keyId of missing) if (!found.has(keyId)) byKeyId.set(keyId, { state: 'gone' })
      }
      for (const keyId of keyIds) {
        const entry = byKeyId.get(keyId)
        if (entry?.state === 'known') found.set(keyId, entry.key)
      }
      return found
    },

    erase: async ({ tenantId, subjectId }: Subject): Promise<string> => {
      const { rows } = await pool.query<{ key_ids: string[]; at: string }>(
        `
          with
            gone as (
              delete from app.subject_key
              where tenant_id = $1 and subject_id = $2
              returning key_id
            )
          select
            (select coalesce(array_agg(key_id::text), '{}') from gone) as key_ids,
            clock_timestamp() as at,
            pg_notify('${ERASURES}', $3)`,
        [tenantId, subjectId, JSON.stringify([tenantId, subjectId])],
      )
      erasures += 1
      keyIdBySubject.delete(formatName({ tenantId, subjectId }))
      for (const keyId of rows[0]?.key_ids ?? []) byKeyId.set(keyId, { state: 'gone' })
      return rows[0]?.at ?? new Date().toISOString()
    },

    forgetAll: (): void => {
      erasures += 1
      keyIdBySubject.clear()
      byKeyId.clear()
    },

    forget: (subject: Subject): void => {
      erasures += 1
      const keyId = keyIdBySubject.get(formatName(subject))
      keyIdBySubject.delete(formatName(subject))
      if (keyId !== undefined) byKeyId.delete(keyId)
    },
  }
}
