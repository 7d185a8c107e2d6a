import { useGetList } from 'react-admin'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { ListedBooking } from '../data/records/records.ts'

const AHEAD = ['confirmed', 'overbooked', 'cancelling'] as const
const sort = { field: 'checkIn', order: 'ASC' } as const

/** The next arrivals at one listing, and how many there are in all. */
export const useNextStays = (listingId: string, today: LocalDate, count: number, enabled = true) =>
  useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: count },
      sort,
      filter: { listingId, status: AHEAD, checkIn_gte: today },
    },
    { enabled },
  )

/**
 * The next arrival of each listing, from one list of the nearest arrivals; `complete` when none can be
 * missing.
 */
export const useNextArrivals = (listingIds: readonly string[], today: LocalDate) => {
  const { data, total = 0 } = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: { page: 1, perPage: 100 },
      sort,
      filter: { listingId: listingIds, status: AHEAD, checkIn_gte: today },
    },
    { enabled: listingIds.length > 0 },
  )
  const next = new Map<string, ListedBooking>()
  for (const stay of data ?? []) if (!next.has(stay.listingId)) next.set(stay.listingId, stay)
  return { next, loaded: data !== undefined, complete: data !== undefined && total <= data.length }
}
