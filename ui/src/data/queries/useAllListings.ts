import { useGetList } from 'react-admin'
import type { Listing } from '../records/records.ts'

/** The account's listings by title, as far as this session sees them. */
export const useAllListings = () =>
  useGetList<Listing>('listings', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'title', order: 'ASC' },
    filter: {},
  })
