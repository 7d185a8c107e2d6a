import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { History } from '@hearth/contracts/event'
import type { HostReview } from '@hearth/contracts/review'
import { getJson, request } from '../data/http/http.ts'
import type { Review } from '../data/records/records.ts'

export const useReview = (id: string) => useGetOne<Review>('reviews', { id }, { retry: false })

const path = (id: string, part: string) => `/api/reviews/${encodeURIComponent(id)}/${part}`

/** The pair's events in plain words, the newest first. */
export const useReviewHistory = (id: string) =>
  useQuery({
    queryKey: ['reviews', 'history', id],
    queryFn: ({ signal }) => getJson<History>(path(id, 'history'), signal),
    select: ({ entries }) => entries,
  })

/** What the host wrote, while it is sealed; it isn’t cached after the page is left. */
export const useOwnReview = (id: string) =>
  useQuery({
    queryKey: ['reviews', 'own', id],
    queryFn: async ({ signal }) => {
      const { json } = await request(path(id, 'own-review'), { method: 'POST', body: '{}', signal })
      return (json as Readonly<{ hostReview: HostReview }>).hostReview
    },
    retry: false,
    gcTime: 0,
  })
