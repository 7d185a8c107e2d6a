import { useQuery } from '@tanstack/react-query'
import type { History } from '@hearth/contracts/event'
import { getJson } from '../http/http.ts'

/** The history of a listing and its calendar in plain words, the newest first. */
export const useListingHistory = (id: string | undefined) =>
  useQuery({
    queryKey: ['listings', 'history', id],
    queryFn: ({ signal }) =>
      getJson<History>(`/api/listings/${encodeURIComponent(id ?? '')}/history`, signal),
    select: ({ entries }) => entries,
    enabled: id !== undefined,
  })
