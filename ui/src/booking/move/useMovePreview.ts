import { useQuery } from '@tanstack/react-query'
import { MAX_MOVE_OPTIONS, type MovePreview } from '@hearth/contracts/booking'
import { request } from '../../data/http/http.ts'
import type { Listing } from '../../data/records/records.ts'

/** Which of the listings the stay can move to, and what it would cost there. */
export const useMovePreview = (bookingId: string, listings: readonly Listing[] | undefined) => {
  const listingIds = listings?.map(({ id }) => id).slice(0, MAX_MOVE_OPTIONS) ?? []
  return useQuery({
    queryKey: ['bookings', 'move-preview', bookingId, listingIds],
    queryFn: async ({ signal }) =>
      (
        await request(`/api/bookings/${encodeURIComponent(bookingId)}/move-preview`, {
          method: 'POST',
          body: JSON.stringify({ listingIds }),
          signal,
        })
      ).json as MovePreview,
    enabled: listingIds.length > 0,
    retry: false,
    gcTime: 0,
  })
}
