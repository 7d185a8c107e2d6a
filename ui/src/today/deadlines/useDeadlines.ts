import { useQuery } from '@tanstack/react-query'
import type { Deadlines } from '@hearth/contracts/today'
import { getJson } from '../../data/http/http.ts'

const REFETCH_MS = 60_000

/** `GET /api/deadlines`. Live updates refetch it, as everything of Today. */
export const useDeadlines = () =>
  useQuery({
    queryKey: ['today', 'deadlines'],
    queryFn: ({ signal }) => getJson<Deadlines>('/api/deadlines', signal),
    refetchInterval: REFETCH_MS,
    retry: false,
  })
