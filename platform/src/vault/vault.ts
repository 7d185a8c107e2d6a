import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import type { Box } from '../sealing/box.ts'

/** What may be kept: everything else refers to it by its id. */
export type VaultKind = 'bank_account' | 'tax_number'

export type VaultEntry = Readonly<{ id: Id; last4: string }>
export type Vault = ReturnType<typeof openVault>

const contextOf = (id: string, tenantId: string) => `vault/${tenantId}/${id}`

/** Bank and tax numbers (`app.vault`): sealed here and nowhere else, in no event, row, job, log or export (reliability.md §0). */
export const openVault = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>) => ({
  /** Keeps a number; the answer may be shown and written anywhere. `subjectId`: whose it is, so that it goes with them. */
  seal: async ({ tenantId, subjectId, kind, number }: Readonly<{ tenantId: string; subjectId: string; kind: VaultKind; number: string }>): Promise<VaultEntry> => {
    const id = newId()
    const plain = number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
    // Of a short number the last four would be too much of it.
    const last4 = plain.length >= 8 ? plain.slice(-4) : ''
    await pool.query('insert into app.vault (id, tenant_id, subject_id, kind, sealed, last4) values ($1, $2, $3, $4, $5, $6)', [
      id, tenantId, subjectId, kind, box.seal(number, contextOf(id, tenantId)), last4,
    ])
    return { id, last4 }
  },
  /** The number itself, for whoever pays or files it; undefined when it is another account's or gone. */
  open: async (tenantId: string, id: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from app.vault where id = $1 and tenant_id = $2', [id, tenantId])
    return rows[0] && box.open(rows[0].sealed, contextOf(id, tenantId))
  },
  /** Forgets every number of these people. */
  removeOf: async (tenantId: string, subjectIds: readonly string[]): Promise<void> => {
    await pool.query('delete from app.vault where tenant_id = $1 and subject_id = any($2::text[])', [tenantId, subjectIds])
  },
})
