import { useGetMany } from 'react-admin'
import type { Listing } from '../records/records.ts'

/** The listings with these ids, by id. */
export const useListings = (ids: readonly string[]): ReadonlyMap<string, Listing> => {
  const unique = [...new Set(ids)].toSorted()
  const { data } = useGetMany<Listing>('listings', { ids: unique }, { enabled: unique.length > 0 })
  return new Map((data ?? []).filter((row) => row !== undefined).map((row) => [row.id, row]))
}
