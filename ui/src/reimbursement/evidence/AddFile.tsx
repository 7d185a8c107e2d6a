import { useRef, type ReactNode } from 'react'
import { useMediaQuery } from '@mui/material'
import { MAX_FILE_BYTES, MAX_VIDEO_BYTES, VIDEO_TYPES } from '@hearth/contracts/file'
import type { EvidenceKind } from '@hearth/contracts/reimbursement'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './AddFile.module.css'

const PICTURES = 'image/jpeg,image/png,image/webp,image/heic,image/heif'
const ANY_FILE = `${PICTURES},application/pdf`
/** What a button adds: a kind of evidence, or a video. */
export type Added = EvidenceKind | 'video'
const isPhoto = (kind: Added) => kind === 'photo_after' || kind === 'photo_before'

const findAccepted = (kind: Added) =>
  kind === 'video' ? VIDEO_TYPES.join(',') : isPhoto(kind) ? PICTURES : ANY_FILE

type ChooserProps = Readonly<{
  kind: Added
  name: string
  camera: boolean
  className: string | undefined
  /** The claim can't be sent without it. */
  wanted?: boolean
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}>

/** A button that chooses files. The field of the browser itself is hidden from sight only. */
const Chooser = ({ kind, name, camera, className, wanted = false, onFiles, children }: ChooserProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={!camera}
        accept={findAccepted(kind)}
        {...(camera && { capture: 'environment' })}
        className="sr"
        tabIndex={-1}
        aria-label={name}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <button
        type="button"
        className={className}
        data-wanted={wanted || undefined}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
    </>
  )
}

type Props = Readonly<{
  kind: Added
  /** What the file is about, for those who do not see where the button is. */
  item: string
  /** The claim can't be sent without it. */
  wanted?: boolean
  onFiles: (files: readonly File[]) => void
}>

/** Adds photos, papers or videos: on a phone with its camera, or from its photos. */
export const AddFile = ({ kind, item, wanted = false, onFiles }: Props) => {
  const t = useText()
  const photo = isPhoto(kind)
  // A phone or a tablet: its camera comes first.
  const touch = useMediaQuery('(pointer: coarse)')
  const camera = photo && touch
  const label = t(`reimbursement.evidence.add.${kind}`)
  const name = item === '' ? label : t('reimbursement.evidence.addTo', { add: label, item })
  const megabytes = (kind === 'video' ? MAX_VIDEO_BYTES : MAX_FILE_BYTES) / 1e6
  const limits = kind === 'video' ? 'videoLimits' : photo ? 'limits' : 'paperLimits'
  return (
    <li className={styles['add']}>
      <Chooser
        kind={kind}
        name={name}
        camera={camera}
        className={styles['tile']}
        wanted={wanted}
        onFiles={onFiles}
      >
        <Icon name={photo || kind === 'video' ? 'camera' : 'receipt'} size={20} />
        <span>
          {label}
          {item !== '' && <span className="sr">: {item}</span>}
        </span>
        <small>
          {kind === 'receipt'
            ? t('reimbursement.evidence.orQuote')
            : t(`reimbursement.evidence.${limits}`, { megabytes })}
        </small>
      </Chooser>
      {camera && (
        <Chooser
          kind={kind}
          name={`${t('reimbursement.evidence.fromPhotos')}: ${name}`}
          camera={false}
          className={styles['choose']}
          onFiles={onFiles}
        >
          {t('reimbursement.evidence.fromPhotos')}
          <span className="sr">: {name}</span>
        </Chooser>
      )}
    </li>
  )
}
