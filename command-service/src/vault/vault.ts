import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import type { Box } from '@hearth/platform/sealing/box'

/** What is in the vault: numbers, to which everything else refers by their id, and the keys of sealed reviews. */
export type VaultKind = 'bank_account' | 'tax_number' | 'review_key'

export type VaultEntry = Readonly<{ id: Id; last4: string }>
export type Vault = ReturnType<typeof openVault>

/** The last four characters, which may be shown; none of a short number, where they would reveal too much. */
export const lastFour = (number: string): string => {
  const plain = number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return plain.length >= 8 ? plain.slice(-4) : ''
}

/** A number is stored before the event that names it; longer than any command takes. */
const NAMED_WITHIN_MINUTES = 10

/** Accounts in one round of a sweep. */
const MAX_ACCOUNTS = 100

type Parts = Readonly<{ pool: pg.Pool; box: Box }>

const sealingContext = (id: string, tenantId: string) => `vault/${tenantId}/${id}`

type NewEntry = Readonly<{
  id: Id
  tenantId: string
  /** The person or account whose number it is; it is removed with them. */
  subjectId: string
  kind: VaultKind
  content: string
  last4: string
}>

const insert = async (
  { pool, box }: Parts,
  { id, tenantId, subjectId, kind, content, last4 }: NewEntry,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `
      insert into app.vault (id, tenant_id, subject_id, kind, sealed, last4)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do nothing`,
    [id, tenantId, subjectId, kind, box.seal(content, sealingContext(id, tenantId)), last4],
  )
  return rowCount === 1
}

const open = async ({ pool, box }: Parts, tenantId: string, id: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed from app.vault where id = $1 and tenant_id = $2',
    [id, tenantId],
  )
  return rows[0] && box.open(rows[0].sealed, sealingContext(id, tenantId))
}

const removeUnnamed = async (
  { pool }: Parts,
  tenantId: string,
  kind: VaultKind,
  named: readonly string[],
): Promise<number> => {
  const unnamed = 'tenant_id = $1 and kind = $2 and not (id = any($3::uuid[]))'
  await pool.query(
    `
      delete from app.vault
      where ${unnamed} and created_at < now() - make_interval(mins => ${NAMED_WITHIN_MINUTES})`,
    [tenantId, kind, [...named]],
  )
  await pool.query(
    `
      update app.vault
      set named_at = now()
      where tenant_id = $1 and kind = $2 and id = any($3::uuid[]) and named_at is null`,
    [tenantId, kind, [...named]],
  )
  const { rows } = await pool.query<{ young: number }>(
    `select count(*)::int as young from app.vault where ${unnamed}`,
    [tenantId, kind, [...named]],
  )
  return rows[0]?.young ?? 0
}

/** Accounts with a number that no event was found to name, though the command that stored it has ended. */
const listUnnamedAccounts = async ({ pool }: Parts, kind: VaultKind): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ tenant_id: string }>(
    `
      select distinct tenant_id
      from app.vault
      where
        kind = $1
        and named_at is null
        and created_at < now() - make_interval(mins => ${NAMED_WITHIN_MINUTES})
      limit ${MAX_ACCOUNTS}`,
    [kind],
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/**
 * Bank and tax numbers, and keys of reviews (`app.vault`), sealed. They are stored nowhere else: in no event, row,
 * job, log or export (docs/domain/security.md#vault).
 */
export const openVault = (parts: Parts) => ({
  /** Stores a number under a new id. The answer may be shown and stored anywhere. */
  seal: async ({
    number,
    ...entry
  }: Omit<NewEntry, 'id' | 'content' | 'last4'> & Readonly<{ number: string }>): Promise<VaultEntry> => {
    const id = newId()
    const last4 = lastFour(number)
    await insert(parts, { ...entry, id, content: number, last4 })
    return { id, last4 }
  },
  /**
   * Stores content under an id that the caller derives, so that a repetition stores it once. `other`: the id
   * already has different content, which is unchanged. `last4` may be shown and stored anywhere.
   */
  keep: async (entry: NewEntry): Promise<'kept' | 'known' | 'other'> => {
    if (await insert(parts, entry)) return 'kept'
    return (await open(parts, entry.tenantId, entry.id)) === entry.content ? 'known' : 'other'
  },
  remove: async (tenantId: string, id: string): Promise<void> => {
    await parts.pool.query('delete from app.vault where id = $1 and tenant_id = $2', [id, tenantId])
  },
  /**
   * Removes the numbers of a kind that are not among `named`. A recent number stays, because an event may be
   * about to name it; answers how many such numbers there are.
   */
  removeUnnamed: (tenantId: string, kind: VaultKind, named: readonly string[]): Promise<number> =>
    removeUnnamed(parts, tenantId, kind, named),
  /**
   * Accounts of which a number of this kind was stored and not compared with their events since;
   * `removeUnnamed` compares them.
   */
  listUnnamedAccounts: (kind: VaultKind): Promise<readonly string[]> => listUnnamedAccounts(parts, kind),
  /**
   * The number itself, to pay to it or file it; undefined when it belongs to another account or is removed.
   */
  open: (tenantId: string, id: string): Promise<string | undefined> => open(parts, tenantId, id),
  /** Removes every number of these people. */
  removeOf: async (tenantId: string, subjectIds: readonly string[]): Promise<void> => {
    await parts.pool.query('delete from app.vault where tenant_id = $1 and subject_id = any($2::text[])', [
      tenantId,
      subjectIds,
    ])
  },
})
