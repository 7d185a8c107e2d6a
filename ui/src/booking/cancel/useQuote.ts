import { useQuery } from '@tanstack/react-query'
import type { CancellationQuote } from '@hearth/contracts/booking'
import { getJson } from '../../data/http/http.ts'

/** The server's signed quote of a cancellation; requested again when it expires. */
export const useQuote = (bookingId: string) =>
  useQuery({
    queryKey: ['quote', bookingId],
    queryFn: ({ signal }) =>
      getJson<CancellationQuote>(
        `/api/bookings/${encodeURIComponent(bookingId)}/cancellation-quote?initiator=host`,
        signal,
      ),
    staleTime: 60_000,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(5_000, Date.parse(state.data.validUntil) - Date.now()) : false,
  })
