import { useQuery } from '@tanstack/react-query'
import { averageOf, type Rating, type Ratings } from '@hearth/contracts/review'
import { allows, useSession } from '../../session/session.ts'
import { getJson } from '../http/http.ts'

/** What guests gave in the last year. Staff name the account; nothing for those who don’t see reviews. */
export const useRatings = (hostAccountId?: string) => {
  const session = useSession()
  const query = hostAccountId === undefined ? '' : `?hostAccountId=${encodeURIComponent(hostAccountId)}`
  return useQuery({
    queryKey: ['reviews', 'ratings', hostAccountId],
    queryFn: ({ signal }) => getJson<Ratings>(`/api/ratings${query}`, signal),
    enabled: allows(session, 'review.read'),
  })
}

/** `4.84`; a dash without reviews. */
export const formatRating = (rating: Rating | undefined): string =>
  (rating === undefined ? null : averageOf(rating))?.toFixed(2) ?? '–'
