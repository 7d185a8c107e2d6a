import { useQuery } from '@tanstack/react-query'
import type { SecurityAnswer, SessionRow } from '@hearth/contracts/user'
import { getJson } from '../../data/http/http.ts'

export const SECURITY = ['account', 'security'] as const
export const SESSIONS = ['account', 'sessions'] as const

export const useSecurity = () =>
  useQuery({
    queryKey: SECURITY,
    queryFn: ({ signal }) => getJson<SecurityAnswer>('/api/account/security', signal),
    retry: false,
  })
export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) =>
      getJson<Readonly<{ sessions: readonly SessionRow[] }>>('/api/account/sessions', signal),
    retry: false,
  })
