import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { History } from '@hearth/contracts/event'
import { getJson } from '../data/http/http.ts'
import type { Booking } from '../data/records/records.ts'

export const useBooking = (id: string) => useGetOne<Booking>('bookings', { id }, { retry: false })

/** The booking as it was at an instant; not loaded while the instant is null. */
export const useBookingAsOf = (id: string, asOf: string | null) =>
  useQuery({
    queryKey: ['bookings', 'asOf', id, asOf],
    queryFn: ({ signal }) =>
      getJson<Booking>(
        `/api/bookings/${encodeURIComponent(id)}?asOf=${encodeURIComponent(asOf ?? '')}`,
        signal,
      ),
    enabled: asOf !== null,
    staleTime: Infinity,
  })

/** The booking's events in plain words, the newest first. */
export const useBookingHistory = (id: string) =>
  useQuery({
    queryKey: ['bookings', 'history', id],
    queryFn: ({ signal }) => getJson<History>(`/api/bookings/${encodeURIComponent(id)}/history`, signal),
    select: ({ entries }) => entries,
  })
