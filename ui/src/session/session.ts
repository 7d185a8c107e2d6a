import { useQuery } from '@tanstack/react-query'
import { canAct, type Capability, type Role } from '@hearth/contracts/kernel/access'
import type { SessionAnswer } from '@hearth/contracts/session'
import { getJson } from '../data/http/http.ts'
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
