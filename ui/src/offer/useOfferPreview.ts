import { useQuery } from '@tanstack/react-query'
import type { OfferPreview, OfferPreviewRequest } from '@hearth/contracts/request'
import { request } from '../data/http/http.ts'

const MIN_REFETCH_MS = 5_000

/** What an offer would do once the guest accepts it, with the token that it must carry. */
export const useOfferPreview = (bookingId: string, offer: OfferPreviewRequest | undefined) =>
  useQuery({
    queryKey: ['requests', 'offer-preview', bookingId, offer],
    queryFn: async ({ signal }) =>
      (
        await request(`/api/bookings/${encodeURIComponent(bookingId)}/offer-preview`, {
          method: 'POST',
          body: JSON.stringify(offer),
          signal,
        })
      ).json as OfferPreview,
    enabled: offer !== undefined,
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(MIN_REFETCH_MS, Date.parse(state.data.validUntil) - Date.now()) : false,
  })
