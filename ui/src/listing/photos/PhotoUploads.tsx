import { useRef, useState, type DragEvent } from 'react'
import { Button } from '@mui/material'
import { problemText, readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import styles from './Photos.module.css'
import type { Sending } from './usePhotoUpload.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

const SendingLine = ({
  one,
  onAgain,
  onDismiss,
}: {
  one: Sending
  onAgain: () => void
  onDismiss: () => void
}) => {
  const t = useText()
  const { name } = one.file
  // After a refusal of the file itself a retry would be refused again.
  const canRetry =
    one.error !== 'too-large' &&
    (readStatus(one.error) < 400 || readStatus(one.error) >= 500 || readStatus(one.error) === 429)
  if (one.state !== 'refused')
    return (
      <li className={styles['sending']}>
        <Icon name={one.state === 'sending' ? 'refresh' : 'clock'} size={16} />
        <span className="clip">
          {t(one.state === 'sending' ? 'photos.sending' : 'photos.waiting', { name })}
        </span>
      </li>
    )
  return (
    <li className={styles['sending']} data-refused>
      <Icon name="alert" size={16} />
      <span role="alert">
        <b>{t('photos.refused', { name })}</b>{' '}
        {one.error === 'too-large' ? t('photos.tooLarge') : problemText(one.error, t)}
      </span>
      <span className="grow" />
      {canRetry && (
        <Button size="small" onClick={onAgain}>
          {t('photos.again')}
        </Button>
      )}
      <Button size="small" variant="text" aria-label={t('photos.dismiss', { name })} onClick={onDismiss}>
        <Icon name="cross" size={16} />
      </Button>
    </li>
  )
}

type Uploads = Readonly<{
  all: readonly Sending[]
  again: (key: string) => void
  dismiss: (key: string) => void
}>

/** The files that are being uploaded, and those that were refused. */
export const SendingList = ({ uploads }: { uploads: Uploads }) =>
  uploads.all.length > 0 && (
    <ul className={styles['list']} aria-live="polite">
      {uploads.all.map((one) => (
        <SendingLine
          key={one.key}
          one={one}
          onAgain={() => uploads.again(one.key)}
          onDismiss={() => uploads.dismiss(one.key)}
        />
      ))}
    </ul>
  )

type DropProps = {
  isFirst: boolean
  /** Whether files are dragged, not a photo that is being moved. */
  takesDrop: () => boolean
  onFiles: (files: readonly File[]) => void
}

/** Adds photos with a button or by dropping them. */
export const PhotoDrop = ({ isFirst, takesDrop, onFiles }: DropProps) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={styles['drop']}
      data-over={over}
      onDragOver={(event) => {
        if (takesDrop()) {
          event.preventDefault()
          setOver(true)
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        className="sr"
        tabIndex={-1}
        aria-label={t('photos.add')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        variant={isFirst ? 'contained' : 'outlined'}
        color={isFirst ? 'primary' : 'inherit'}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" size={16} />
        {t('photos.add')}
      </Button>
      <span className="small q">{t('photos.drop')}</span>
    </div>
  )
}
