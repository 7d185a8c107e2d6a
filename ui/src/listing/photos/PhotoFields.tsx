import { useState } from 'react'
import { OutlinedInput, Select } from '@mui/material'
import { PHOTO_ROOMS, type ListingPhoto } from '@hearth/contracts/listing/photos'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './Photos.module.css'
import { formatRoom } from './roomName.ts'

const MAX_CAPTION = 80
const touches = ['listing-contents'] as const

type Props = {
  listingId: string
  photo: ListingPhoto
  /** From 1. */
  number: number
  bedrooms: number
  /** Why another command on the photo failed. */
  error: unknown
}

/** A photo's caption and room, saved when the field is left. */
export const PhotoFields = ({ listingId, photo, number, bedrooms, error }: Props) => {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const record = { id: listingId }
  const caption = useCommand({
    resource: 'listings',
    verb: 'caption-photo',
    touches,
    onSuccess: () => setTyped(null),
  })
  const room = useCommand({ resource: 'listings', verb: 'set-photo-room', touches })
  const saveCaption = () => {
    const text = typed?.trim() ?? photo.caption
    if (text === photo.caption) setTyped(null)
    else caption.run({ record, body: { photoId: photo.id, caption: text } })
  }
  const saveRoom = (value: string) =>
    room.run({ record, body: { photoId: photo.id, room: value === '' ? null : value } })
  const rooms = PHOTO_ROOMS.filter(
    (each) =>
      each === photo.room ||
      !each.startsWith('bedroom_') ||
      Number(each.slice('bedroom_'.length)) <= bedrooms,
  )
  return (
    <div className={styles['about']}>
      <OutlinedInput
        size="small"
        fullWidth
        value={typed ?? photo.caption}
        placeholder={t('photos.caption')}
        inputProps={{ maxLength: MAX_CAPTION, 'aria-label': t('photos.captionOf', { number }) }}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={saveCaption}
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
        onChange={({ target }) => saveRoom(target.value)}
      >
        <option value="">{t('photos.noRoom')}</option>
        {rooms.map((each) => (
          <option key={each} value={each}>
            {formatRoom(each, t)}
          </option>
        ))}
      </Select>
      <ProblemText error={caption.error ?? room.error ?? error} />
    </div>
  )
}
