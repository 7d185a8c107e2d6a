import { useQuery } from '@tanstack/react-query'
import type { Readiness } from '@hearth/contracts/listing'
import { getJson } from '../../data/http/http.ts'

/** What the listing needs to go live, and which of it is missing. */
export const useReadiness = (listingId: string, enabled = true) =>
  useQuery({
    // The key starts with `listings`, so that every change of the listing invalidates it.
    queryKey: ['listings', 'readiness', listingId],
    queryFn: ({ signal }) =>
      getJson<Readiness>(`/api/listings/${encodeURIComponent(listingId)}/readiness`, signal),
    enabled,
  })
