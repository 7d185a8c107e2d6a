import { useGetList } from 'react-admin'
import { ENDED_STATUSES } from '@hearth/contracts/reimbursement'
import type { ListedReimbursement } from '../../data/records/records.ts'

const MAX_CLAIMS = 25

/**
 * The claims about a stay: the one that is open, or else the last one, which a new claim comes after. Undefined
 * while they load.
 */
export const useEarlierClaims = (bookingId: string) => {
  const { data } = useGetList<ListedReimbursement>(
    'reimbursements',
    {
      pagination: { page: 1, perPage: MAX_CLAIMS },
      sort: { field: 'openedAt', order: 'DESC' },
      filter: { bookingId },
    },
    { enabled: bookingId !== '' },
  )
  return (
    data && {
      open: data.find(({ status }) => !ENDED_STATUSES.includes(status)),
      last: data[0],
    }
  )
}
