import { useGetList } from 'react-admin'
import type { Listing } from '../records/records.ts'

/** The listings of the account that this session may see, by title. */
export const useAllListings = ({ enabled = true } = {}) =>
  useGetList<Listing>(
    'listings',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'title', order: 'ASC' }, filter: {} },
    { enabled },
  )
