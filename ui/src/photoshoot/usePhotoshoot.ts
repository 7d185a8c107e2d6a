import { useQuery } from '@tanstack/react-query'
import { derivePhotoshootId, type photoshoots, type PhotoshootSlots } from '@hearth/contracts/photoshoot'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetOne } from 'react-admin'
import { getJson } from '../data/http/http.ts'
import { useMissing } from '../data/commands/useMissing.ts'

export type Photoshoot = Shown<typeof photoshoots>

/** A listing's photo shoot; `none` once it is known that nothing has been booked. */
export const usePhotoshoot = (listingId: string) => {
  const id = derivePhotoshootId(listingId)
  const query = useGetOne<Photoshoot>('photoshoots', { id }, { enabled: listingId !== '', retry: false })
  return { ...query, id, none: useMissing(id, query) }
}

/** Free slots, refetched every half minute because other hosts book them. */
export const useSlots = (listingId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['photoshoots', 'slots', listingId],
    queryFn: ({ signal }) => getJson<PhotoshootSlots>(`/api/listings/${listingId}/photoshoot-slots`, signal),
    enabled,
    refetchInterval: 30_000,
    retry: false,
  })
