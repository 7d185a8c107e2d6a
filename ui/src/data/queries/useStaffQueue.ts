import { useQuery } from '@tanstack/react-query'
import type { StaffQueue } from '@hearth/contracts/today'
import { getJson } from '../http/http.ts'

/** `GET /api/staff-queue`: what waits for this member of staff. Live updates refetch it, as everything of Today. */
export const useStaffQueue = () =>
  useQuery({
    queryKey: ['today', 'staff-queue'],
    queryFn: ({ signal }) => getJson<StaffQueue>('/api/staff-queue', signal),
    refetchInterval: 60_000,
    retry: false,
  })
