import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { History } from '@hearth/contracts/event'
import type { RequestDecision, RequestPreview } from '@hearth/contracts/request'
import { getJson, request } from '../data/http/http.ts'
import type { RequestRecord } from '../data/records/records.ts'

const MIN_REFETCH_MS = 5_000

export const useRequest = (id: string) => useGetOne<RequestRecord>('requests', { id }, { retry: false })

/** The request's events in plain words, the newest first. */
export const useRequestHistory = (id: string) =>
  useQuery({
    queryKey: ['requests', 'history', id],
    queryFn: ({ signal }) => getJson<History>(`/api/requests/${encodeURIComponent(id)}/history`, signal),
    select: ({ entries }) => entries,
  })

/** What a decision would do now, with the token that it must carry; computed again when that expires. */
export const usePreview = (
  id: string,
  decision: RequestDecision,
  enabled: boolean,
  /** How much of a refund is granted. */
  amountMinor?: number,
) =>
  useQuery({
    queryKey: ['requests', 'preview', id, decision, amountMinor],
    queryFn: async ({ signal }) =>
      (
        await request(`/api/requests/${encodeURIComponent(id)}/preview`, {
          method: 'POST',
          body: JSON.stringify({ decision, amountMinor }),
          signal,
        })
      ).json as RequestPreview,
    enabled,
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(MIN_REFETCH_MS, Date.parse(state.data.validUntil) - Date.now()) : false,
  })
export type Preview = ReturnType<typeof usePreview>
