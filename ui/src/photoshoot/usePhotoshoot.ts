import { useQuery } from '@tanstack/react-query'
import { derivePhotoshootId, type photoshoots, type PhotoshootSlots } from '@hearth/contracts/photoshoot'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { getJson } from '../data/http/http.ts'
import { useOptionalRecord } from '../data/queries/useOptionalRecord.ts'

export type Photoshoot = Shown<typeof photoshoots>

/** A listing's photo shoot; `none` once it is known that nothing has been booked. */
export const usePhotoshoot = (listingId: string) => {
  const id = derivePhotoshootId(listingId)
  return { ...useOptionalRecord<Photoshoot>('photoshoots', id, listingId !== ''), id }
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
