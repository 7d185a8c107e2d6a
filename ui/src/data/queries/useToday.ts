import { useQuery } from '@tanstack/react-query'
import type { Today } from '@hearth/contracts/today'
import { allows, useSession } from '../../session/session.ts'
import { getJson } from '../http/http.ts'

/**
 * `GET /api/today`, of the session's account or, for staff, of the account they choose. It is refetched on
 * live updates and every minute, because deadlines pass without an event.
 */
export const useToday = (hostAccountId: string | null) => {
  const session = useSession()
  const acting = session !== undefined && session.account !== null
  const path =
    acting || hostAccountId === null
      ? '/api/today'
      : `/api/today?${new URLSearchParams({ hostAccountId }).toString()}`
  const enabled = allows(session, 'booking.read') && (acting || hostAccountId !== null)
  return useQuery({
    queryKey: ['today', hostAccountId],
    queryFn: ({ signal }) => getJson<Today>(path, signal),
    enabled,
    refetchInterval: 60_000,
  })
}

/** No listing can be booked in the coming nights. */
export const isNoneLive = ({ occupancy }: Today) => occupancy.nights.every(({ listings }) => listings === 0)

export const useWaitingCount = () => useToday(null).data?.waiting.length ?? 0
