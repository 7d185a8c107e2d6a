import { Button, IconButton } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './Photos.module.css'

const MoveButtons = ({
  place,
  count,
  onMove,
}: {
  place: number
  count: number
  onMove: (place: number) => void
}) => {
  const t = useText()
  const number = place + 1
  return (
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
  )
}

type Props = {
  place: number
  count: number
  mayArrange: boolean
  mayRemove: boolean
  publishing: boolean
  /** Null where there is nothing to publish, or the session is not allowed to. */
  onPublish: (() => void) | null
  onMove: (place: number) => void
  onRemove: () => void
}

/** The buttons under a photo: move, publish, remove. */
export const PhotoTools = ({
  place,
  count,
  mayArrange,
  mayRemove,
  publishing,
  onPublish,
  onMove,
  onRemove,
}: Props) => {
  const t = useText()
  return (
    <div className={styles['tools']}>
      {mayArrange && <MoveButtons place={place} count={count} onMove={onMove} />}
      <span className="grow" />
      {onPublish && (
        <Button size="small" loading={publishing} onClick={onPublish}>
          {t('photos.publish')}
        </Button>
      )}
      {mayRemove && (
        <IconButton size="small" aria-label={t('photos.remove', { number: place + 1 })} onClick={onRemove}>
          <Icon name="trash" size={16} />
        </IconButton>
      )}
    </div>
  )
}
