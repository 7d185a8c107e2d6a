import type { Membership } from '@hearth/contracts/account'
import { useQuery } from '@tanstack/react-query'
import { useGetList, useGetOne } from 'react-admin'
import { useSession } from '../session/session.ts'
import { getJson } from '../data/http/http.ts'
import type { Account, Member } from '../data/records/records.ts'
import { browserZone } from '../components/dates/localDate.ts'

/** The account that the session acts for; '' for staff. */
export const useAccountId = () => useSession()?.account?.id ?? ''
/** The account's time zone, which these pages use. */
export const useZone = () => useSession()?.account?.timezone ?? browserZone()

export const useAccount = () => {
  const id = useAccountId()
  return useGetOne<Account>('accounts', { id }, { enabled: id !== '', retry: false })
}

/** At most a hundred members and invitations belong to an account (contracts/src/account). */
export const useMembers = (status: Member['status'] | readonly Member['status'][], enabled = true) =>
  useGetList<Member>(
    'members',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'role', order: 'ASC' }, filter: { status } },
    { enabled },
  )

/** The session's own membership, also without seeing the team; null for a user who is not a member. */
export const useMembership = () => {
  const id = useAccountId()
  return useQuery({
    queryKey: ['members', 'own', id],
    queryFn: async ({ signal }) => (await getJson<Membership>('/api/account/membership', signal)).membership,
    enabled: id !== '',
    retry: false,
  })
}

export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>) => name ?? email
