import { useState, type DragEvent } from 'react'
import { Button, IconButton, OutlinedInput, Select } from '@mui/material'
import { FILE_WIDTHS, fileUrl } from '@hearth/contracts/file'
import { PHOTO_ROOMS, type ListingPhoto, type PhotoRoom } from '@hearth/contracts/listing/photos'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './Photos.module.css'

const MAX_CAPTION = 80
const touches = ['listing-contents'] as const

/** Bedrooms are counted, other rooms have a name. */
const roomName = (room: PhotoRoom, t: Text): string => {
  const [, bedroom] = /^bedroom_(\d+)$/.exec(room) ?? []
  return bedroom === undefined
    ? t(`photos.rooms.${room as Exclude<PhotoRoom, `bedroom_${number}`>}`)
    : t('photos.bedroom', { number: bedroom })
}

type Props = Readonly<{
  listingId: string
  photo: ListingPhoto
  /** Its place, from 0, among so many. */
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

/** One photo with what is said of it; it is moved by hand, by its buttons, or by their keys. */
export const PhotoCard = ({
  listingId,
  photo,
  place,
  count,
  bedrooms,
  mayWrite,
  mayArrange,
  mayPublish,
  onMove,
  onRemove,
  onDragStart,
  onDropHere,
}: Props) => {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const record = { id: listingId }
  const caption = useCommand({
    resource: 'listings',
    verb: 'caption-photo',
    touches,
    onSuccess: () => setTyped(null),
  })
  const room = useCommand({ resource: 'listings', verb: 'set-photo-room', touches })
  const publish = useCommand({ resource: 'listings', verb: 'publish-photo', touches })
  const number = place + 1
  const what = photo.caption || (photo.room === null ? t('photos.noCaption') : roomName(photo.room, t))
  const save = () => {
    const text = typed?.trim() ?? photo.caption
    if (text === photo.caption) setTyped(null)
    else caption.run({ record, body: { photoId: photo.id, caption: text } })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDropHere()
  }
  const rooms = PHOTO_ROOMS.filter(
    (each) =>
      each === photo.room ||
      !each.startsWith('bedroom_') ||
      Number(each.slice('bedroom_'.length)) <= bedrooms,
  )
  return (
    <li className={styles['item']}>
      <div
        className={styles['card']}
        data-over={over}
        onDragOver={
          mayArrange
            ? (event) => {
                event.preventDefault()
                setOver(true)
              }
            : undefined
        }
        onDragLeave={() => setOver(false)}
        onDrop={mayArrange ? drop : undefined}
      >
        <div
          className={styles['frame']}
          draggable={mayArrange}
          onDragStart={onDragStart}
          data-draggable={mayArrange}
        >
          <img
            src={fileUrl(photo.id, '640')}
            srcSet={FILE_WIDTHS.map((width) => `${fileUrl(photo.id, `${width}`)} ${width}w`).join(', ')}
            sizes="(max-width: 700px) calc(100vw - 64px), 300px"
            width={photo.width}
            height={photo.height}
            loading="lazy"
            decoding="async"
            draggable={false}
            alt={t('photos.alt', { number, what })}
          />
          <span className={styles['chips']}>
            {place === 0 && <StatusChip tone="info">{t('photos.cover')}</StatusChip>}
            {photo.state === 'pending' && <StatusChip tone="warn">{t('photos.pending')}</StatusChip>}
          </span>
        </div>
        {!mayWrite ? (
          <p className={styles['read']}>
            <b>{photo.caption}</b> <span className="q">{photo.room !== null && roomName(photo.room, t)}</span>
          </p>
        ) : (
          <div className={styles['about']}>
            <OutlinedInput
              size="small"
              fullWidth
              value={typed ?? photo.caption}
              placeholder={t('photos.caption')}
              inputProps={{ maxLength: MAX_CAPTION, 'aria-label': t('photos.captionOf', { number }) }}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={save}
              onKeyDown={({ key, target }) => {
                if (key === 'Enter' && target instanceof HTMLElement) target.blur()
              }}
            />
            <Select<string>
              native
              size="small"
              fullWidth
              value={photo.room ?? ''}
              disabled={room.pending && !room.paused}
              inputProps={{ 'aria-label': t('photos.roomOf', { number }) }}
              onChange={({ target }) =>
                room.run({
                  record,
                  body: { photoId: photo.id, room: target.value === '' ? null : target.value },
                })
              }
            >
              <option value="">{t('photos.noRoom')}</option>
              {rooms.map((each) => (
                <option key={each} value={each}>
                  {roomName(each, t)}
                </option>
              ))}
            </Select>
            <ProblemText error={caption.error ?? room.error ?? publish.error} />
          </div>
        )}
        <div className={styles['tools']}>
          {mayArrange && (
            <>
              <IconButton
                size="small"
                aria-label={t('photos.earlier', { number })}
                disabled={place === 0}
                onClick={() => onMove(place - 1)}
              >
                <Icon name="left" size={16} />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('photos.later', { number })}
                disabled={place === count - 1}
                onClick={() => onMove(place + 1)}
              >
                <Icon name="right" size={16} />
              </IconButton>
              {place > 0 && (
                <IconButton size="small" aria-label={t('photos.first', { number })} onClick={() => onMove(0)}>
                  <Icon name="up" size={16} />
                </IconButton>
              )}
            </>
          )}
          <span className="grow" />
          {mayPublish && photo.state === 'pending' && (
            <Button
              size="small"
              loading={publish.pending}
              onClick={() => publish.run({ record, body: { photoId: photo.id } })}
            >
              {t('photos.publish')}
            </Button>
          )}
          {mayWrite && (mayArrange || photo.state === 'pending') && (
            <IconButton size="small" aria-label={t('photos.remove', { number })} onClick={onRemove}>
              <Icon name="trash" size={16} />
            </IconButton>
          )}
        </div>
      </div>
    </li>
  )
}
