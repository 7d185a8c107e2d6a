import { useQuery } from '@tanstack/react-query'
import { canAct, type Capability, type Role } from '@hearth/contracts/kernel/access'
import type { SessionAnswer } from '@hearth/contracts/session'
import { getJson } from '../data/http/http.ts'
import { queryClient } from '../data/records/queryClient.ts'

/** Who is signed in, for which account, and what that allows (`GET /api/session`). */
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
 * Throws the API's 401 when no person is signed in. While `secondFactor` is set, the session opens nothing but
 * the pages that set one up.
 */
export const loadSession = () => queryClient.fetchQuery(query)
/** What this tab knows without asking. */
export const knownSession = () => queryClient.getQueryData<Session>(query.queryKey)
export const useSession = () => useQuery(query).data

/** The server decides; this only spares people what would be refused. */
export const allows = (session: Session | undefined, capability: Capability) =>
  session?.capabilities.includes(capability) ?? false

/**
 * Why something is not done here: the role, or standing in a host's place (contracts/src/kernel/access.ts).
 */
export type Lock = 'role' | 'readOnly' | 'excluded'
export const lockOf = (session: Session | undefined, capability: Capability): Lock | undefined => {
  const grant = session?.impersonation
  if (grant)
    return grant.mode === 'read_only' ? 'readOnly' : canAct(grant, capability) ? undefined : 'excluded'
  return allows(session, capability) ? undefined : 'role'
}
export const useLock = (capability: Capability) => lockOf(useSession(), capability)
/** Whether it may be done. What may be seen is `allows`. */
export const useCan = (capability: Capability) => useLock(capability) === undefined
