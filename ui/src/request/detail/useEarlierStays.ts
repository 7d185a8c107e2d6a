import { useGetList } from 'react-admin'
import type { RequestRecord, Review } from '../../data/records/records.ts'
import { useSees } from '../../session/session.ts'

const MAX_NAMESAKES = 100

/**
 * The stays of the guest that ended, the latest first; each has its reviews. Undefined where they aren’t known:
 * lists find guests by name, so the reference tells which of them this one is.
 */
export const useEarlierStays = ({ guestRef, guestName }: RequestRecord): readonly Review[] | undefined => {
  const sees = useSees('review.read')
  const { data, total = 0 } = useGetList<Review>(
    'reviews',
    {
      pagination: { page: 1, perPage: MAX_NAMESAKES },
      sort: { field: 'closesAt', order: 'DESC' },
      filter: { q: guestName },
    },
    { enabled: sees && guestRef !== null && guestName !== null, retry: false },
  )
  return data === undefined || total > MAX_NAMESAKES
    ? undefined
    : data.filter((review) => review.guestRef === guestRef)
}
