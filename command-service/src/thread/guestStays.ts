import { bookings, DIRECT_SOURCES } from '@hearth/contracts/booking'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Channel } from '@hearth/contracts/thread'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import type { ReadState } from '../runtime/decider.ts'
import type { KnownThread } from './thread.state.ts'

/** The ids of a guest's latest bookings in a listing, by the read models. */
export type FindStays = (
  hostAccountId: string,
  guest: Pick<KnownThread, 'listingId' | 'guestRef'>,
) => Promise<readonly string[]>

const MAX_STAYS = 5

export const findStays = async (
  pool: pg.Pool,
  hostAccountId: string,
  { listingId, guestRef }: Pick<KnownThread, 'listingId' | 'guestRef'>,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `
      select id
      from ${qualified(bookings.table)}
      where tenant_id = $1 and listing_id = $2 and guest_ref = $3
      order by confirmed_at desc
      limit ${MAX_STAYS}`,
    [hostAccountId, listingId, guestRef],
  )
  return rows.map(({ id }) => id)
}

/** The bookings of a guest in a listing, the latest first: those that are named, and those of the read models. */
export const readStays = async (
  guest: Pick<KnownThread, 'listingId' | 'guestRef' | 'bookingIds'>,
  hostAccountId: string,
  ports: Readonly<{ readState: ReadState; findStays: FindStays }>,
): Promise<readonly KnownBooking[]> => {
  const ids = new Set([...guest.bookingIds, ...(await ports.findStays(hostAccountId, guest))])
  const found = await Promise.all([...ids].map((id) => ports.readState(bookingFold, id)))
  return found
    .filter((stay) => stay.status !== 'none')
    .filter(({ guestRef, listingId }) => guestRef === guest.guestRef && listingId === guest.listingId)
    .toSorted((a, b) => b.confirmedAt.localeCompare(a.confirmedAt))
}

type Mailed = Pick<KnownBooking, 'source' | 'guestEmail'>

const hasAddress = ({ source, guestEmail }: Mailed): boolean =>
  DIRECT_SOURCES.includes(source) && guestEmail !== null && guestEmail !== ERASED

/** The guest's latest booking decides (docs/domain/thread.md#email). */
export const chooseChannel = ([latest]: readonly Mailed[]): Channel =>
  latest !== undefined && hasAddress(latest) ? 'email' : 'gateway'

/** The stay whose address gets the guest's email; undefined where none is known any more. */
export const findMailedStay = <Stay extends Mailed>(stays: readonly Stay[]): Stay | undefined =>
  stays.find(hasAddress)
