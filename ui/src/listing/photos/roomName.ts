import type { PhotoRoom } from '@hearth/contracts/listing/photos'
import type { Text } from '../../i18n/text.ts'

/** Bedrooms are counted, other rooms have a name. */
export const formatRoom = (room: PhotoRoom, t: Text): string => {
  const [, bedroom] = /^bedroom_(\d+)$/.exec(room) ?? []
  return bedroom === undefined
    ? t(`photos.rooms.${room as Exclude<PhotoRoom, `bedroom_${number}`>}`)
    : t('photos.bedroom', { number: bedroom })
}
