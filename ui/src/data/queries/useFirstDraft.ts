import { useGetList } from 'react-admin'
import type { Listing } from '../records/records.ts'

/** The account's newest draft, which a host without live listings continues; undefined where there is none. */
export const useFirstDraft = (enabled: boolean): Listing | undefined =>
  useGetList<Listing>(
    'listings',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'startedAt', order: 'DESC' },
      filter: { status: ['draft'] },
    },
    { enabled, retry: false },
  ).data?.[0]
