import { useGetList } from 'react-admin'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { ListedBooking } from '../../data/records/records.ts'

export type Guest = Readonly<{
  guestRef: string
  name: string
  stays: number
  last: Readonly<{ checkIn: string; checkOut: string }>
}>

/** Guests of bookings, one per reference, the latest stay first. */
export const collectGuests = (bookings: readonly ListedBooking[]): readonly Guest[] => {
  const found = new Map<string, Guest>()
  for (const { guestRef, guestName: name, checkIn, checkOut } of bookings) {
    if (guestRef === null || name === null || name === ERASED) continue
    const known = found.get(guestRef)
    found.set(
      guestRef,
      known
        ? { ...known, stays: known.stays + 1 }
        : { guestRef, name, stays: 1, last: { checkIn, checkOut } },
    )
  }
  return [...found.values()]
}

export const useGuests = (text: string) => {
  const query = useGetList<ListedBooking>(
    'bookings',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'checkIn', order: 'DESC' }, filter: { q: text } },
    { enabled: text !== '' },
  )
  return {
    guests: query.data && collectGuests(query.data),
    error: query.error,
    refetch: query.refetch,
    searching: query.isFetching,
  }
}
