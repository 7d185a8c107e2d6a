import { useGetList } from 'react-admin'
import { allows, useSession } from '../../session/session.ts'

/** How many conversations of the account wait for an answer; 0 for those who do not see them. */
export const useAwaitingCount = (): number => {
  const session = useSession()
  const enabled = allows(session, 'thread.read') && session?.account !== null
  const { total } = useGetList(
    'threads',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'place', order: 'ASC' },
      filter: { awaiting: true, archived: false },
    },
    { enabled },
  )
  return total ?? 0
}
