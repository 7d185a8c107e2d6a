import { useGetList } from 'react-admin'
import { allows, useSession } from '../../session/session.ts'

/** How many guests the host can still review; 0 for those who don’t write reviews. */
export const useReviewsToWrite = (): number => {
  const session = useSession()
  const enabled = allows(session, 'review.write') && session?.account !== null
  const { total } = useGetList(
    'reviews',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'place', order: 'ASC' },
      filter: { todo: 'write' },
    },
    { enabled },
  )
  return total ?? 0
}
