import { useGetList } from 'react-admin'
import { allows, useSession } from '../../session/session.ts'

/** How many requests of the account wait for the host; 0 for those who do not see them. */
export const useOpenRequestCount = (): number => {
  const session = useSession()
  const enabled = allows(session, 'request.read') && session?.account !== null
  const { total } = useGetList(
    'requests',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'dueAt', order: 'ASC' },
      filter: { awaiting: 'host' },
    },
    { enabled },
  )
  return total ?? 0
}
