import { bookings } from '@hearth/contracts/booking'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** Whether the guest has a booking with the account that is not cancelled, by the read model. */
export const hasBooking = async (
  pool: pg.Pool,
  hostAccountId: string,
  guestRef: string,
): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    `
      select exists (
        select from ${qualified(bookings.table)}
        where tenant_id = $1 and guest_ref = $2 and status <> 'cancelled'
      ) as found`,
    [hostAccountId, guestRef],
  )
  return rows[0]?.found === true
}
