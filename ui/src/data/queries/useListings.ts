import { useGetMany } from 'react-admin'
import type { Listing } from '../records/records.ts'

const useQuery = (ids: readonly string[]) => {
  const unique = [...new Set(ids)].toSorted()
  return useGetMany<Listing>('listings', { ids: unique }, { enabled: unique.length > 0 })
}

/** The listings with these ids, by id. */
export const useListings = (ids: readonly string[]): ReadonlyMap<string, Listing> => {
  const { data } = useQuery(ids)
  return new Map((data ?? []).filter((row) => row !== undefined).map((row) => [row.id, row]))
}

/** Whether they are being read for the first time: a page whose title names one would move when it comes. */
export const useListingsLoading = (ids: readonly string[]): boolean => useQuery(ids).isLoading
