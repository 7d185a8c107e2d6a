import { withTransaction } from '@hearth/platform/postgres/pool'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import { foldBatch, keysOf, type Change, type Entry } from './foldBatch.ts'
import { makeRows } from './rows.ts'
import { ReplacedError, shapeOf, type Status } from './tables.ts'

/** Thrown inside the transaction when the stored checkpoint is not the one this runner last wrote or read: nothing was written. */
export class FencedError extends Error {
  override name = 'FencedError'
}

export type Batch = Readonly<{ previous: Checkpoint; next: Exclude<Checkpoint, 'start'>; entries: readonly Entry[]; notify: boolean }>

const CHANNEL = 'projection'
// Postgres takes at most 8000 bytes in one notification.
const MAX_PAYLOAD_BYTES = 7_000

/** What listeners get after a committed batch: the position, and which rows changed unless they are too many. */
export const notificationOf = (name: string, commit: bigint, changes: readonly Change[]): string => {
  const rows = changes.length > 200 ? undefined : changes.map(({ tenantId, id, revision }) => [tenantId, id, Number(revision)])
  const payload = JSON.stringify({ name, commit: String(commit), changes: rows })
  return rows && Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES ? payload : JSON.stringify({ name, commit: String(commit), many: true })
}

/**
 * One transaction per batch: move the checkpoint, read the rows, fold, write. The checkpoint goes first: its row lock keeps a second projector
 * out until the end, and the comparison with the previous position is the fence that keeps what was folded from elsewhere out for good.
 */
export const makeCommitBatch = (pool: Pool, projection: Projection) => {
  const rows = makeRows(projection)
  const shape = shapeOf(projection)

  const moveCheckpoint = async (transaction: PoolClient, { previous, next }: Batch): Promise<void> => {
    const { rowCount } = await transaction.query({
      name: 'projection checkpoint',
      text: `update read.projection set commit = $4, prepare = $5, updated_at = now()
             where name = $1 and version = $2 and shape = $3 and commit is not distinct from $6::numeric and prepare is not distinct from $7::numeric`,
      values: [
        projection.name, projection.version, shape, next.commit, next.prepare,
        previous === 'start' ? null : previous.commit, previous === 'start' ? null : previous.prepare,
      ],
    })
    if (rowCount !== 1) throw new FencedError(`${projection.name} was moved by someone else`)
  }

  const project = async (transaction: PoolClient, entries: readonly Entry[]): Promise<readonly Change[]> => {
    if (entries.length === 0) return []
    const changes = foldBatch(projection, await rows.load(transaction, keysOf(entries)), entries)
    await rows.save(transaction, changes)
    return changes
  }

  return (batch: Batch): Promise<void> =>
    withTransaction(pool, async (transaction) => {
      await moveCheckpoint(transaction, batch)
      const changes = await project(transaction, batch.entries)
      if (batch.notify) await transaction.query({ name: 'projection notify', text: `select pg_notify($1, $2)`, values: [CHANNEL, notificationOf(projection.name, batch.next.commit, changes)] })
    })
}

type StoredCheckpoint = { version: number; shape: string; status: Status; commit: string | null; prepare: string | null }

/** The stored checkpoint; undefined when there is none. Throws ReplacedError when it belongs to another version or shape. */
export const loadCheckpoint = async (pool: Pool, projection: Projection): Promise<Readonly<{ checkpoint: Checkpoint; status: Status }> | undefined> => {
  const { rows } = await pool.query<StoredCheckpoint>(`select version, shape, status, commit, prepare from read.projection where name = $1`, [projection.name])
  const [row] = rows
  if (!row) return undefined
  if (row.version !== projection.version || row.shape !== shapeOf(projection)) throw new ReplacedError(`${projection.name} was set up for another version`)
  return { checkpoint: row.commit === null || row.prepare === null ? 'start' : { commit: BigInt(row.commit), prepare: BigInt(row.prepare) }, status: row.status }
}
