import { useRef, useState } from 'react'
import type { ListingPhoto } from '@hearth/contracts/listing'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import styles from './Photos.module.css'

/** Removes a photo; until it is gone for good, an undo adds it again. */
export const useRemovePhoto = (listing: Listing, shown: readonly ListingPhoto[]) => {
  const t = useText()
  const saved = useSaved()
  const touches = ['listing-contents'] as const
  const restore = useCommand({ resource: 'listings', verb: 'add-photo', touches })
  const remove = useCommand({
    resource: 'listings',
    verb: 'remove-photo',
    touches,
    onSuccess: (answer, { body }) => {
      if (!answer.events.includes('PhotoRemoved')) return saved(t('photos.asked'))
      const gone = shown.find(({ id }) => id === (body as Readonly<{ photoId: string }>).photoId)
      const undo =
        gone &&
        (() =>
          restore.run({
            record: listing,
            body: { fileId: gone.id, caption: gone.caption, room: gone.room },
          }))
      saved(t('photos.removed'), undo)
    },
  })
  return {
    error: remove.error ?? restore.error,
    run: (photoId: string) => remove.run({ record: listing, body: { photoId } }),
  }
}

/** Moves photos by buttons or dragging, and announces where they went. */
export const useArranging = (count: number, onMove: (id: string, place: number) => void) => {
  const t = useText()
  const dragged = useRef<string>(null)
  const [announcement, setAnnouncement] = useState('')
  const move = (id: string, place: number) => {
    onMove(id, place)
    setAnnouncement(t('photos.moved', { place: place + 1, count }))
  }
  return {
    announcement,
    move,
    isDragging: () => dragged.current !== null,
    drag: (id: string) => {
      dragged.current = id
    },
    dropOn: (place: number) => {
      if (dragged.current !== null) move(dragged.current, place)
      dragged.current = null
    },
  }
}

type Props = {
  listing: Listing
  photos: readonly ListingPhoto[]
  mayWrite: boolean
  mayPublish: boolean
  arranging: ReturnType<typeof useArranging>
  onRemove: (photoId: string) => void
}

/** The photos in their order, or that there are none. */
export const PhotoGrid = ({ listing, photos, mayWrite, mayPublish, arranging, onRemove }: Props) => {
  const t = useText()
  if (photos.length === 0)
    return <EmptyState icon="home" title={t('photos.none')} text={t('photos.noneText')} />
  return (
    <ol className={styles['grid']}>
      {photos.map((photo, place) => (
        <PhotoCard
          key={photo.id}
          listingId={listing.id}
          photo={photo}
          place={place}
          count={photos.length}
          bedrooms={listing.bedrooms}
          mayWrite={mayWrite}
          mayArrange={mayWrite}
          mayPublish={mayPublish}
          onMove={(to) => arranging.move(photo.id, to)}
          onRemove={() => onRemove(photo.id)}
          onDragStart={() => arranging.drag(photo.id)}
          onDropHere={() => arranging.dropOn(place)}
        />
      ))}
    </ol>
  )
}
