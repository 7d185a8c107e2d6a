import { withPipelinedTransaction } from '@hearth/platform/postgres/pool'
import { DEFAULT_ON_POISON, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from '../segments/checkpoint.ts'
import { foldBatch, listRowKeys, formatRowName, type Change, type Entry, type RowKey } from './foldBatch.ts'
import type { Lease } from '../segments/leases.ts'
import { FencedError, moveSegment } from '../segments/moveSegments.ts'
import { createNotification, touchedBy } from './notification.ts'
import { park, unpark, type ParkedStreams } from '../parking/parkedStreams.ts'
import { createRows } from './rows.ts'

/**
 * How many rows a segment remembers while it catches up; a live one has time to read them. They equal the
 * table as long as no one else writes it, which the fence ensures, and are forgotten when a batch does not
 * commit.
 */
const REMEMBERED_ROWS = 4_096

/**
 * `parked` are events of parked streams, to be parked too; `unparked` is the stream whose entries are
 * replayed.
 */
export type Batch = Readonly<{
  previous: Checkpoint
  next: Exclude<Checkpoint, 'start'>
  entries: readonly Entry[]
  parked: readonly Entry[]
  unparked?: string
  notify: boolean
}>

/** Where tests may hold a batch. */
export type Pause = (place: 'begin' | 'select' | 'upsert' | 'commit') => Promise<void>

/** The rows of a table, of which the last ones written are remembered. */
const createRememberedRows = (projection: Projection, table: string) => {
  const rows = createRows(projection, table)
  const remembered = new LRUCache<string, Row>({ max: REMEMBERED_ROWS })
  return {
    load: async (transaction: PoolClient, keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>> => {
      const found = new Map<string, Row>()
      if (projection.once) return found
      const missing: RowKey[] = []
      for (const key of keys) {
        const name = formatRowName(key)
        const row = remembered.get(name)
        if (row) found.set(name, row)
        else missing.push(key)
      }
      if (missing.length > 0)
        for (const [name, row] of await rows.load(transaction, missing)) found.set(name, row)
      return found
    },
    save: rows.save,
    remember: (changes: readonly Change[]): void => {
      for (const change of changes) {
        if (change.row) remembered.set(formatRowName(change), change.row)
        else remembered.delete(formatRowName(change))
      }
    },
    forget: (): void => remembered.clear(),
  }
}

/**
 * One transaction per batch: move the checkpoint, read the rows, fold, write. Begin, checkpoint and rows are one
 * round trip, what is written is another, and the commit a third. The checkpoint comes first. Its row lock keeps other processes out until the end, and comparing the epoch and the previous position is the
 * fence that rejects batches folded from another state.
 */
export const createBatchCommit = (
  pool: Pool,
  projection: Projection,
  table: string,
  lease: Lease,
  parked: ParkedStreams,
  pause?: Pause,
) => {
  const rows = createRememberedRows(projection, table)
  const onPoison = projection.onPoison ?? DEFAULT_ON_POISON
  const maxStreams = onPoison.park ? onPoison.maxStreams : 0

  const write = ({
    previous,
    next,
    entries,
    parked: aside,
    unparked,
    notify,
  }: Batch): Promise<readonly Change[]> => {
    const keys = listRowKeys(entries)
    const payload = notify ? createNotification(lease, next.commit, touchedBy(entries)) : undefined
    return withPipelinedTransaction(pool, async (transaction) => {
      const [moved, current] = await Promise.all([
        moveSegment(transaction, { lease, previous, next, payload }, { inTransaction: true }),
        rows.load(transaction, keys),
      ])
      if (!moved) throw new FencedError(`${projection.name} was moved by someone else`)
      await pause?.('select')
      const changes = foldBatch(projection, current, entries)
      await pause?.('upsert')
      await rows.save(transaction, changes)
      await park(transaction, lease, parked, aside, maxStreams)
      if (unparked !== undefined) await unpark(transaction, lease, unparked, entries)
      await pause?.('commit')
      return changes
    })
  }

  return async (batch: Batch): Promise<void> => {
    let changes: readonly Change[] = []
    try {
      changes = await write(batch)
    } catch (error) {
      rows.forget()
      throw error
    }
    if (batch.notify) rows.forget()
    else rows.remember(changes)
  }
}

type StoredSegment = {
  epoch: string
  lease_owner: string | null
  commit: string | null
  prepare: string | null
}

/** Where the segment stands and whose it is; undefined when there is none. */
export const loadSegment = async (
  pool: Pool,
  { projection, build, segment }: Lease,
): Promise<Readonly<{ checkpoint: Checkpoint; epoch: bigint; owner: string | null }> | undefined> => {
  const { rows } = await pool.query<StoredSegment>(
    `
      select epoch, lease_owner, commit,
      prepare
      from read.segment
      where projection = $1 and build = $2 and segment = $3`,
    [projection, build, segment],
  )
  const [row] = rows
  if (!row) return undefined
  return {
    checkpoint:
      row.commit === null || row.prepare === null
        ? 'start'
        : { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    epoch: BigInt(row.epoch),
    owner: row.lease_owner,
  }
}
