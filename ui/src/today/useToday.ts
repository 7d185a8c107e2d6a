import { useQuery } from '@tanstack/react-query'
import type { Today } from '@hearth/contracts/today'
import { useCan } from '../access/session.ts'
import { getJson } from '../data/http.ts'

/** `GET /api/today`; live updates ask anew, and so does every minute, because deadlines pass by themselves. */
export const useToday = () => {
  const allowed = useCan('booking.read')
  return useQuery({ queryKey: ['today'], queryFn: ({ signal }) => getJson<Today>('/api/today', signal), enabled: allowed, refetchInterval: 60_000 })
}

export const useWaitingCount = () => useToday().data?.waiting.length ?? 0
