import { resources } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { createTableSql, describeIndexes, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { fillBookings } from '../syntheticBookings.ts'
import { withPool } from '../withPool.ts'

const ROWS_AN_ACCOUNT = 200

/**
 * Gives an empty database the table of the bookings projection with this many rows and the indexes that its
 * lists need.
 */
export const prepareBookings = async (databaseUrl: string, rows: number): Promise<void> => {
  return withPool(
    databaseUrl,
    async (pool) => {
      await pool.query(
        `create schema ${READ_SCHEMA}; create extension if not exists pg_trgm with schema public`,
      )
      await pool.query(createTableSql(bookingProjection))
      for (const { sql } of describeIndexes(bookingProjection.name, Object.values(resources)))
        await pool.query(sql)
      await fillBookings(pool, bookingProjection.name, rows, Math.ceil(rows / ROWS_AN_ACCOUNT))
    },
    { max: 2 },
  )
}
