import { useGetList } from 'react-admin'
import { addDays } from '@hearth/contracts/kernel/dates'
import { browserZone, formatRange, todayIn } from '../../components/dates/localDate.ts'
import type { ListedBooking, Listing } from '../../data/records/records.ts'
import { useSees } from '../../session/session.ts'

/** Days before and after today whose stays an incident may be about. */
const DAYS_BEFORE = 60
const DAYS_AFTER = 14
const MAX_STAYS = 25

export type Stay = Readonly<{ id: string; label: string; checkIn: string; checkOut: string }>

/** The stays of a listing that an incident may be about, the latest first. */
export const useStays = (listing: Listing | undefined): readonly Stay[] => {
  const enabled = useSees('booking.read') && listing !== undefined
  const today = todayIn(listing?.timezone ?? browserZone())
  const { data = [] } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: MAX_STAYS },
      sort: { field: 'checkIn', order: 'DESC' },
      filter: {
        listingId: listing?.id,
        status: ['confirmed', 'in_stay', 'completed'],
        stay: { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) },
      },
    },
    { enabled },
  )
  return data.map(({ id, guestName, checkIn, checkOut }) => ({
    id,
    checkIn,
    checkOut,
    label: [guestName, formatRange(checkIn, checkOut)].filter((part) => part !== null).join(', '),
  }))
}
