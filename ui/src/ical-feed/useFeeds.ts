import type { icalFeeds } from '@hearth/contracts/ical-feed'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetList } from 'react-admin'

export type Feed = Shown<typeof icalFeeds>
const MAX_FEEDS = 50

/** The feeds of a listing, by name. */
export const useFeeds = (listingId: string) =>
  useGetList<Feed>(
    'ical-feeds',
    {
      filter: { listingId },
      pagination: { page: 1, perPage: MAX_FEEDS },
      sort: { field: 'name', order: 'ASC' },
    },
    { retry: false },
  )
