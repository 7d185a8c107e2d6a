import { useEffect, useState } from 'react'
import type { ListingPhoto } from '@hearth/contracts/listing'
import { useCommand } from '../../data/useCommand.ts'

/** Several moves in a row become one command. */
const SETTLE_MS = 500

const orderOf = (photos: readonly ListingPhoto[], wish: readonly string[] | null): readonly ListingPhoto[] =>
  wish === null ? photos : [...wish.flatMap((id) => photos.find((photo) => photo.id === id) ?? []), ...photos.filter(({ id }) => !wish.includes(id))]

/** The photos in the order wished for, shown at once and sent when the hand rests. A refusal puts them back. */
export const useOrder = (listingId: string, photos: readonly ListingPhoto[]) => {
  const [wish, setWish] = useState<readonly string[] | null>(null)
  const command = useCommand({ resource: 'listings', verb: 'reorder-photos', touches: ['listing-contents'], onError: () => setWish(null) })
  const { run, pending } = command
  const shown = orderOf(photos, wish)
  const isSo = shown.every(({ id }, index) => photos[index]?.id === id)
  const asked = wish === null || isSo || pending ? null : shown.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (asked === null) return undefined
    const timer = setTimeout(() => run({ record: { id: listingId }, body: { order: asked.split(' ') } }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [asked, listingId, run])
  return {
    shown,
    error: command.error,
    /** Takes a photo out and puts it at this place. */
    move: (id: string, place: number) => {
      const rest = shown.map((photo) => photo.id).filter((each) => each !== id)
      setWish([...rest.slice(0, place), id, ...rest.slice(place)])
    },
  }
}
