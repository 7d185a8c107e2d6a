import { useQuery } from '@tanstack/react-query'
import type { Capability, Role } from '@hearth/contracts/kernel/access'
import { getJson } from '../data/http.ts'
import { queryClient } from '../data/queryClient.ts'

/** Who is signed in, for which account, and what that allows (`GET /api/session`). */
export type Session = Readonly<{
  user: Readonly<{ id: string; name: string; email: string }>
  role: Role
  account: Readonly<{ id: string; displayName: string; timezone: string }> | null
  accounts: readonly Readonly<{ id: string; displayName: string; role: string }>[]
  capabilities: readonly Capability[]
}>

const query = { queryKey: ['session'], queryFn: ({ signal }: { signal: AbortSignal }) => getJson<Session>('/api/session', signal), staleTime: 60_000, retry: false }

/** Throws the API's 401 when nobody is signed in. */
export const loadSession = () => queryClient.fetchQuery(query)
export const isSignedIn = () => queryClient.getQueryData(query.queryKey) !== undefined
export const useSession = () => useQuery(query).data

/** The server decides; this only spares people what would be refused. */
export const allows = (session: Session | undefined, capability: Capability) => session?.capabilities.includes(capability) ?? false
export const useCan = (capability: Capability) => allows(useSession(), capability)
