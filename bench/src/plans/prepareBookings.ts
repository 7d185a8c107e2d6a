import { resources } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { openPool } from '@hearth/platform/postgres/pool'
import { createTableSql, describeIndexes, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { fillBookings } from '../syntheticBookings.ts'
import { warnings } from '../warnings.ts'

const ROWS_AN_ACCOUNT = 200

/**
 * Gives an empty database the table of the bookings projection with this many rows and the indexes that its
 * lists need.
 */
export const prepareBookings = async (databaseUrl: string, rows: number): Promise<void> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 2,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  try {
    await pool.query(
      `create schema ${READ_SCHEMA}; create extension if not exists pg_trgm with schema public`,
    )
    await pool.query(createTableSql(bookingProjection))
    for (const { sql } of describeIndexes(bookingProjection.name, Object.values(resources)))
      await pool.query(sql)
    await fillBookings(pool, bookingProjection.name, rows, Math.ceil(rows / ROWS_AN_ACCOUNT))
  } finally {
    await pool.end()
  }
}
