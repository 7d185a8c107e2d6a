import { useGetList } from 'react-admin'
import { DAY_MS, HOUR_MS } from '@hearth/contracts/kernel/dates'
import { todayIn } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import type { Listing, ListedBooking } from '../../data/records/records.ts'

const MAX_STAYS = 100

/** Until when a claim about the stay can be sent. */
export const closesAt = ({ checkOutInstant }: Pick<ListedBooking, 'checkOutInstant'>, windowHours: number) =>
  Date.parse(checkOutInstant) + windowHours * HOUR_MS

/**
 * The stays of a listing that have begun and can still be claimed for, the latest first; undefined while they
 * load.
 */
export const useClaimableStays = (listing: Listing | undefined, windowHours: number | undefined) => {
  const now = useNow(60_000)
  const enabled = listing !== undefined && windowHours !== undefined
  const first = new Date(now - ((windowHours ?? 0) * HOUR_MS + DAY_MS)).toISOString().slice(0, 10)
  const { data } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: MAX_STAYS },
      sort: { field: 'checkOut', order: 'DESC' },
      filter: {
        listingId: listing?.id,
        status: ['confirmed', 'in_stay', 'checked_out', 'completed', 'cancelling'],
        checkOut_gte: first,
        ...(listing && { checkIn_lte: todayIn(listing.timezone) }),
      },
    },
    { enabled },
  )
  return windowHours === undefined
    ? undefined
    : data?.filter((booking) => closesAt(booking, windowHours) > now)
}
