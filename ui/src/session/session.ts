import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { canAct, type Capability, type Role } from '@hearth/contracts/kernel/access'
import type { SessionAnswer } from '@hearth/contracts/session'
import { getJson } from '../data/http/http.ts'
import { status } from '../data/records/outdated.ts'
import { queryClient } from '../data/records/queryClient.ts'

/** The person who is signed in, the account, and what the session allows (`GET /api/session`). */
export type Session = Readonly<
  Omit<SessionAnswer, 'role' | 'capabilities'> & { role: Role; capabilities: readonly Capability[] }
>

const query = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getJson<Session>('/api/session', signal),
  staleTime: 60_000,
  retry: false,
}

/**
 * Throws the API's 401 when no person is signed in. While `secondFactor` is set, the session allows only the
 * pages that set it up.
 */
export const loadSession = () => queryClient.fetchQuery(query)
/** The session as far as this tab knows it, without a request. */
export const knownSession = () => queryClient.getQueryData<Session>(query.queryKey)
export const useSession = () => useQuery(query).data

/** How often a page that the server has not answered asks again. */
const ASK_AGAIN_MS = 5000

/** Whether the page has started without an answer of the server, and so knows no session. It asks again. */
export const useUnanswered = (): boolean => {
  const { data, error, refetch } = useQuery(query)
  const unanswered = data === undefined && error !== null && status(error) === 0
  useEffect(() => {
    if (!unanswered) return undefined
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [unanswered, refetch])
  return unanswered
}

/** The server decides; this only avoids requests that it would refuse. */
export const allows = (session: Session | undefined, capability: Capability) =>
  session?.capabilities.includes(capability) ?? false

/** Why something is not allowed: the role, or an impersonation (contracts/src/kernel/access.ts). */
export type Lock = 'role' | 'readOnly' | 'excluded'
export const findLock = (session: Session | undefined, capability: Capability): Lock | undefined => {
  const grant = session?.impersonation
  if (grant)
    return grant.mode === 'read_only' ? 'readOnly' : canAct(grant, capability) ? undefined : 'excluded'
  return allows(session, capability) ? undefined : 'role'
}
export const useLock = (capability: Capability) => findLock(useSession(), capability)
/** Whether the session sees what the capability opens. */
export const useSees = (capability: Capability) => allows(useSession(), capability)
/** Whether the session may do it. For what it may see, use `useSees`. */
export const useCan = (capability: Capability) => useLock(capability) === undefined
