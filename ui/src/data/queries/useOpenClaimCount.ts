import { useGetList } from 'react-admin'
import { allows, useSession } from '../../session/session.ts'

/** How many claims for reimbursement wait for the host; 0 for those who do not see them. */
export const useOpenClaimCount = (): number => {
  const session = useSession()
  const enabled = allows(session, 'reimbursement.read') && session?.account !== null
  const { total } = useGetList(
    'reimbursements',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'dueAt', order: 'ASC' },
      filter: { status: ['draft', 'info_requested'] },
    },
    { enabled },
  )
  return total ?? 0
}
