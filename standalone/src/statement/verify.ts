import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The locked statement with this file. */
const LOCKED = `
  select
    tenant_id as account,
    month,
    locked_at as "lockedAt",
    ledger_revision::text as "ledgerRevision",
    sha256 = $1 as "isPdf"
  from read.statement
  where sha256 = $1 or content_sha256 = $1`

export type Verified = Readonly<{
  sha256: string
  /** Undefined: no statement has this file. */
  locked:
    | Readonly<{ account: string; month: string; lockedAt: string; ledgerRevision: string; isPdf: boolean }>
    | undefined
}>

/** Whether the bytes are a file of a locked statement (docs/domain/statement.md#checking). */
export const verifyStatement = async (pool: Pick<pg.Pool, 'query'>, bytes: Buffer): Promise<Verified> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { rows } = await pool.query<NonNullable<Verified['locked']>>(LOCKED, [sha256])
  return { sha256, locked: rows[0] }
}
