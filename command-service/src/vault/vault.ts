import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import type { Box } from '@hearth/platform/sealing/box'

/** What may be kept: everything else refers to it by its id. */
export type VaultKind = 'bank_account' | 'tax_number'

export type VaultEntry = Readonly<{ id: Id; last4: string }>
export type Vault = ReturnType<typeof openVault>

/** What may be shown of a number: of a short one the last four would be too much of it. */
export const lastFour = (number: string): string => {
  const plain = number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return plain.length >= 8 ? plain.slice(-4) : ''
}

/** A number is kept before the event that names it; longer than any command takes. */
const NAMED_WITHIN_MINUTES = 10

const sealingContext = (id: string, tenantId: string) => `vault/${tenantId}/${id}`

/**
 * Bank and tax numbers (`app.vault`): sealed here and nowhere else, in no event, row, job, log or export
 * (docs/domain/security.md#vault).
 */
export const openVault = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => ({
  /**
   * Keeps a number; the answer may be shown and written anywhere. `subjectId`: whose it is, so that it goes
   * with them.
   */
  seal: async ({
    tenantId,
    subjectId,
    kind,
    number,
  }: Readonly<{
    tenantId: string
    subjectId: string
    kind: VaultKind
    number: string
  }>): Promise<VaultEntry> => {
    const id = newId()
    const last4 = lastFour(number)
    await pool.query(
      `
        insert into app.vault (id, tenant_id, subject_id, kind, sealed, last4)
        values ($1, $2, $3, $4, $5, $6)`,
      [id, tenantId, subjectId, kind, box.seal(number, sealingContext(id, tenantId)), last4],
    )
    return { id, last4 }
  },
  /**
   * Keeps something under an id that its caller knows beforehand, so that a repetition keeps it once.
   * `other`: something else stands under this id, and stays. `last4` may be shown and written anywhere.
   */
  keep: async ({
    id,
    tenantId,
    subjectId,
    kind,
    content,
    last4,
  }: Readonly<{
    id: Id
    tenantId: string
    subjectId: string
    kind: VaultKind
    content: string
    last4: string
  }>): Promise<'kept' | 'known' | 'other'> => {
    const { rowCount } = await pool.query(
      `
        insert into app.vault (id, tenant_id, subject_id, kind, sealed, last4)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (id) do nothing`,
      [id, tenantId, subjectId, kind, box.seal(content, sealingContext(id, tenantId)), last4],
    )
    if (rowCount === 1) return 'kept'
    const { rows } = await pool.query<{ sealed: Buffer }>(
      'select sealed from app.vault where id = $1 and tenant_id = $2',
      [id, tenantId],
    )
    return rows[0] && box.open(rows[0].sealed, sealingContext(id, tenantId)) === content ? 'known' : 'other'
  },
  remove: async (tenantId: string, id: string): Promise<void> => {
    await pool.query('delete from app.vault where id = $1 and tenant_id = $2', [id, tenantId])
  },
  /**
   * Forgets the numbers of a kind that nothing names any more. What came in just now may be about to be
   * named: it stays, and is counted.
   */
  removeUnnamed: async (tenantId: string, kind: VaultKind, named: readonly string[]): Promise<number> => {
    const unnamed = 'tenant_id = $1 and kind = $2 and not (id = any($3::uuid[]))'
    await pool.query(
      `
        delete from app.vault
        where ${unnamed} and created_at < now() - make_interval(mins => ${NAMED_WITHIN_MINUTES})`,
      [tenantId, kind, [...named]],
    )
    const { rows } = await pool.query<{ young: number }>(
      `select count(*)::int as young from app.vault where ${unnamed}`,
      [tenantId, kind, [...named]],
    )
    return rows[0]?.young ?? 0
  },
  /** The number itself, for whoever pays or files it; undefined when it is another account's or gone. */
  open: async (tenantId: string, id: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ sealed: Buffer }>(
      'select sealed from app.vault where id = $1 and tenant_id = $2',
      [id, tenantId],
    )
    return rows[0] && box.open(rows[0].sealed, sealingContext(id, tenantId))
  },
  /** Forgets every number of these people. */
  removeOf: async (tenantId: string, subjectIds: readonly string[]): Promise<void> => {
    await pool.query('delete from app.vault where tenant_id = $1 and subject_id = any($2::text[])', [
      tenantId,
      subjectIds,
    ])
  },
})
