import { useGetMany } from 'react-admin'
import type { ListedBooking, Thread } from '../../data/records/records.ts'
import { useSees } from '../../session/session.ts'

/** The stays that conversations are about, by booking. */
export const useStays = (threads: readonly Thread[]): ReadonlyMap<string, ListedBooking> => {
  const sees = useSees('booking.read')
  const ids = [...new Set(threads.flatMap(({ bookingId }) => bookingId ?? []))].toSorted()
  const { data = [] } = useGetMany<ListedBooking>('bookings', { ids }, { enabled: sees && ids.length > 0 })
  return new Map(data.flatMap((row) => (row ? [[row.id, row] as const] : [])))
}
