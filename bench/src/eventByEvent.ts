import { bookingProjection } from '@hearth/contracts/booking/projections'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { foldBatch, listRowKeys } from '@hearth/projector/runtime/batch/foldBatch'
import { createRows } from '@hearth/projector/runtime/batch/rows'
import type { Pool } from 'pg'
import { openedBookings, type Log } from './openedBookings.ts'

/**
 * The bookings projection as a handler of a subscription is usually written: one transaction for each event
 * that reads its row, folds, writes it and moves the checkpoint.
 */
export const projectEventByEvent = async (log: Log, pool: Pool): Promise<number> => {
  const projection = bookingProjection as Projection
  const rows = createRows(projection, projection.name)
  await pool.query('create table checkpoint (name text primary key, commit numeric(20) not null)')
  await pool.query('insert into checkpoint values ($1, 0)', [projection.name])
  let count = 0
  for await (const event of openedBookings(log)) {
    const entries = [{ recorded: event, event, keys: projection.keys(event) }]
    await withTransaction(pool, async (transaction) => {
      await rows.save(
        transaction,
        foldBatch(projection, await rows.load(transaction, listRowKeys(entries)), entries),
      )
      await transaction.query({
        name: 'move',
        text: 'update checkpoint set commit = $2 where name = $1',
        values: [projection.name, event.position.commit],
      })
    })
    count += 1
  }
  return count
}
