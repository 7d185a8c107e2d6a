import { useInfiniteQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Message } from '../../data/records/records.ts'

/** Messages that are loaded together. */
const PAGE = 50

/** The messages of a conversation, the oldest first: the newest page, and earlier ones on request. */
export const useMessages = (threadId: string) => {
  const provider = useDataProvider()
  return useInfiniteQuery({
    queryKey: ['messages', 'thread', threadId],
    initialPageParam: Number.MAX_SAFE_INTEGER,
    queryFn: ({ pageParam, signal }) =>
      provider.getList<Message>('messages', {
        pagination: { page: 1, perPage: PAGE },
        sort: { field: 'number', order: 'DESC' },
        filter: { threadId, number_lte: pageParam },
        signal,
      }),
    getNextPageParam: ({ data, total = 0 }) => {
      const oldest = data.at(-1)
      return oldest === undefined || data.length >= total ? undefined : oldest.number - 1
    },
    select: ({ pages }) => pages.flatMap(({ data }) => data).toReversed(),
  })
}
