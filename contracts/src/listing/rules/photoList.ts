import type { ListingPhoto, PhotoEvent } from '../photos.ts'

/** Photos that a listing needs before it goes live (docs/domain/listing.md#photos). */
export const PHOTOS_TO_GO_LIVE = 7

/** The photos in the order asked for; those that it does not name stay behind them in theirs. */
export const inOrder = (
  photos: readonly ListingPhoto[],
  order: readonly string[],
): readonly ListingPhoto[] => [
  ...order.flatMap((id) => photos.filter((photo) => photo.id === id)),
  ...photos.filter(({ id }) => !order.includes(id)),
]

/** A listing's photos after an event of theirs, in their order; the first is the cover. */
export const photosAfter = (photos: readonly ListingPhoto[], event: PhotoEvent): readonly ListingPhoto[] => {
  const change = (photoId: string, part: Partial<ListingPhoto>) =>
    photos.map((photo) => (photo.id === photoId ? { ...photo, ...part } : photo))
  switch (event.type) {
    case 'PhotoAdded':
      return [...photos, event.data.photo]
    case 'PhotoPublished':
      return change(event.data.photoId, { state: 'published' })
    case 'PhotoCaptioned':
      return change(event.data.photoId, { caption: event.data.after })
    case 'PhotoRoomSet':
      return change(event.data.photoId, { room: event.data.after })
    case 'PhotosReordered':
      return inOrder(photos, event.data.after)
    case 'PhotoRemoved':
      return photos.filter(({ id }) => id !== event.data.photoId)
  }
}

/**
 * What is missing before the listing may go live: how many photos, and the numbers of the bedrooms that none
 * shows. Pending ones do not count.
 */
export const missingPhotos = (
  photos: readonly Pick<ListingPhoto, 'room' | 'state'>[],
  bedrooms: number,
): Readonly<{ count: number; bedrooms: readonly number[] }> => {
  const shown = photos.filter(({ state }) => state === 'published')
  return {
    count: Math.max(0, PHOTOS_TO_GO_LIVE - shown.length),
    bedrooms: Array.from({ length: bedrooms }, (_, index) => index + 1).filter(
      (number) => !shown.some(({ room }) => room === `bedroom_${number}`),
    ),
  }
}
