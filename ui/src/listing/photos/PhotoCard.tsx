import { useState, type DragEvent } from 'react'
import { FILE_WIDTHS, fileUrl } from '@hearth/contracts/file'
import type { ListingPhoto } from '@hearth/contracts/listing/photos'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { PhotoFields } from './PhotoFields.tsx'
import styles from './Photos.module.css'
import { PhotoTools } from './PhotoTools.tsx'
import { formatRoom } from './roomName.ts'

const Picture = ({ photo, place }: { photo: ListingPhoto; place: number }) => {
  const t = useText()
  const what = photo.caption || (photo.room === null ? t('photos.noCaption') : formatRoom(photo.room, t))
  return (
    <>
      <img
        src={fileUrl(photo.id, '640')}
        srcSet={FILE_WIDTHS.map((width) => `${fileUrl(photo.id, `${width}`)} ${width}w`).join(', ')}
        sizes="(max-width: 700px) calc(100vw - 64px), 300px"
        width={photo.width}
        height={photo.height}
        loading="lazy"
        decoding="async"
        draggable={false}
        alt={t('photos.alt', { number: place + 1, what })}
      />
      <span className={styles['chips']}>
        {place === 0 && <StatusChip tone="info">{t('photos.cover')}</StatusChip>}
        {photo.state === 'pending' && <StatusChip tone="warn">{t('photos.pending')}</StatusChip>}
      </span>
    </>
  )
}

/** Highlights the card while another photo is dragged over it. */
const useDropTarget = (onDrop: () => void) => {
  const [over, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop()
    },
  }
  return { over, handlers }
}

type Props = Readonly<{
  listingId: string
  photo: ListingPhoto
  /** Its position among the photos, from 0. */
  place: number
  count: number
  bedrooms: number
  mayWrite: boolean
  mayArrange: boolean
  mayPublish: boolean
  onMove: (place: number) => void
  onRemove: () => void
  onDragStart: () => void
  onDropHere: () => void
}>

/** One photo with its caption and room; it is moved by dragging or with its buttons. */
export const PhotoCard = (props: Props) => {
  const { listingId, photo, place, count, bedrooms, mayWrite, mayArrange, mayPublish } = props
  const t = useText()
  const { over, handlers } = useDropTarget(props.onDropHere)
  const publish = useCommand({ resource: 'listings', verb: 'publish-photo', touches: ['listing-contents'] })
  const isPending = photo.state === 'pending'
  return (
    <li className={styles['item']}>
      <div className={styles['card']} data-over={over} {...(mayArrange ? handlers : {})}>
        <div
          className={styles['frame']}
          draggable={mayArrange}
          onDragStart={props.onDragStart}
          data-draggable={mayArrange}
        >
          <Picture photo={photo} place={place} />
        </div>
        {mayWrite ? (
          <PhotoFields
            listingId={listingId}
            photo={photo}
            number={place + 1}
            bedrooms={bedrooms}
            error={publish.error}
          />
        ) : (
          <p className={styles['read']}>
            <b>{photo.caption}</b>{' '}
            <span className="q">{photo.room !== null && formatRoom(photo.room, t)}</span>
          </p>
        )}
        <PhotoTools
          place={place}
          count={count}
          mayArrange={mayArrange}
          mayRemove={mayWrite && (mayArrange || isPending)}
          publishing={publish.pending}
          onPublish={
            mayPublish && isPending
              ? () => publish.run({ record: { id: listingId }, body: { photoId: photo.id } })
              : null
          }
          onMove={props.onMove}
          onRemove={props.onRemove}
        />
      </div>
    </li>
  )
}
