import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The event that locked the statement with this file. */
const LOCKED = `
  select
    data ->> 'hostAccountId' as account,
    data ->> 'month' as month,
    metadata ->> 'occurredAt' as "lockedAt",
    data ->> 'ledgerRevision' as "ledgerRevision",
    data ->> 'sha256' = $1 as "isPdf"
  from read.event_log
  where type = 'StatementLocked' and (data ->> 'sha256' = $1 or data ->> 'contentSha256' = $1)`

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
