import type pg from 'pg'

export type Subject = Readonly<{ tenantId: string; subjectId: string }>

/** A row of `app.subject_key`: the key is wrapped by the master key. */
export type StoredKey = { key_id: string; tenant_id: string; subject_id: string; wrapped_key: Buffer }

/** Where processes notify each other of erased keys: `[tenantId, subjectId]`. */
export const ERASURES = 'subject_erased'

export const findKey = async (
  pool: pg.Pool,
  { tenantId, subjectId }: Subject,
): Promise<StoredKey | undefined> => {
  const { rows } = await pool.query<StoredKey>({
    name: 'subject key',
    text: `select * from app.subject_key where tenant_id = $1 and subject_id = $2`,
    values: [tenantId, subjectId],
  })
  return rows[0]
}

export const findAnyKey = async (pool: pg.Pool): Promise<StoredKey | undefined> => {
  const { rows } = await pool.query<StoredKey>('select * from app.subject_key limit 1')
  return rows[0]
}

export const findKeysById = async (
  pool: pg.Pool,
  keyIds: readonly string[],
): Promise<readonly StoredKey[]> => {
  if (keyIds.length === 0) return []
  const { rows } = await pool.query<StoredKey>({
    name: 'subject keys by id',
    text: `select * from app.subject_key where key_id = any($1::uuid[])`,
    values: [keyIds],
  })
  return rows
}

export const findKeys = async (
  pool: pg.Pool,
  subjects: readonly Subject[],
): Promise<readonly StoredKey[]> => {
  if (subjects.length === 0) return []
  const { rows } = await pool.query<StoredKey>(
    `
      select k.*
      from
        app.subject_key k
        join unnest($1::text[], $2::text[]) as wanted (tenant_id, subject_id)
          using (tenant_id, subject_id)`,
    [subjects.map(({ tenantId }) => tenantId), subjects.map(({ subjectId }) => subjectId)],
  )
  return rows
}

/** Stores keys, and returns those whose subjects had none. */
export const insertKeys = async (
  pool: pg.Pool,
  keys: readonly (Subject & Readonly<{ keyId: string; wrapped: Buffer }>)[],
): Promise<readonly StoredKey[]> => {
  if (keys.length === 0) return []
  const { rows } = await pool.query<StoredKey>(
    `
      insert into app.subject_key (key_id, tenant_id, subject_id, wrapped_key)
      select *
      from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
      on conflict (tenant_id, subject_id) do nothing
      returning *`,
    [
      keys.map(({ keyId }) => keyId),
      keys.map(({ tenantId }) => tenantId),
      keys.map(({ subjectId }) => subjectId),
      keys.map(({ wrapped }) => wrapped),
    ],
  )
  return rows
}

/** Deletes the subject's key and notifies all processes of it. */
export const deleteKey = async (
  pool: pg.Pool,
  { tenantId, subjectId }: Subject,
): Promise<Readonly<{ keyIds: readonly string[]; at: string }>> => {
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
  return { keyIds: rows[0]?.key_ids ?? [], at: rows[0]?.at ?? new Date().toISOString() }
}
