import { lazy, Suspense, useState, type ReactNode } from 'react'
import { fileUrl, isVideo } from '@hearth/contracts/file'
import type { Evidence as File } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { useText, type Text } from '../../i18n/text.ts'
import styles from './Evidence.module.css'
import { Photo } from './Photo.tsx'
import type { ViewedPhoto } from './PhotoViewer.tsx'

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx'))

export const isPicture = ({ type }: File) => type.startsWith('image/')

/** Photos from before the stay first, then those of the damage, then papers. */
const ORDER: readonly File['kind'][] = ['photo_before', 'photo_after']
const rank = ({ kind }: File) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)
export const sortEvidence = (files: readonly File[]): readonly File[] =>
  files.toSorted((a, b) => rank(a) - rank(b) || a.addedAt.localeCompare(b.addedAt))

/** When a photo was taken, or else when it was added. */
export const describeTime = ({ kind, type, takenAt, addedAt }: File, t: Text): string => {
  const title =
    kind === 'photo_before'
      ? t('reimbursement.evidence.before')
      : kind === 'photo_after'
        ? t('reimbursement.evidence.after')
        : t(`reimbursement.evidence.kind.${isVideo(type) ? 'video' : kind}`)
  return takenAt === null
    ? `${title}, ${t('reimbursement.evidence.added', { at: formatReaderInstant(addedAt) })}`
    : `${title}, ${formatReaderInstant(takenAt)}`
}

export const toViewed = (file: File, item: string, t: Text): ViewedPhoto => ({
  fileId: file.fileId,
  alt: t('reimbursement.evidence.photo', { kind: t(`reimbursement.evidence.kind.${file.kind}`), item }),
  caption: describeTime(file, t),
})

/** A paper. */
const Paper = ({ file, action }: Readonly<{ file: File; action: ReactNode }>) => {
  const t = useText()
  return (
    <li className={styles['paper']}>
      <Icon name="receipt" />
      <a className={styles['link']} href={fileUrl(file.fileId, 'full')} target="_blank" rel="noreferrer">
        <b className="clip">{t(`reimbursement.evidence.kind.${file.kind}`)}</b>
        <span className="small c clip">{file.name}</span>
      </a>
      {action}
    </li>
  )
}

/** A video, which is loaded part by part as it plays. */
const Video = ({ file, item, action }: Readonly<{ file: File; item: string; action: ReactNode }>) => {
  const t = useText()
  return (
    <li className={styles['video']}>
      <figure>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- no one wrote captions for what a host filmed */}
        <video
          src={fileUrl(file.fileId, 'full')}
          controls
          playsInline
          preload="metadata"
          aria-label={t('reimbursement.evidence.photo', {
            kind: t('reimbursement.evidence.kind.video'),
            item,
          })}
        />
        <figcaption className={styles['caption']}>
          <span>{describeTime(file, t)}</span>
          {action}
        </figcaption>
      </figure>
    </li>
  )
}

type Props = Readonly<{
  files: readonly File[]
  /** The item that they show. */
  item: string
  /** Beside each file, such as the button that removes it. */
  action?: (file: File) => ReactNode
  /** After the files, such as buttons that add some. */
  children?: ReactNode
}>

/** The files of an item: photos from before and after side by side, then videos and papers. Photos open large. */
export const Evidence = ({ files, item, action, children }: Props) => {
  const t = useText()
  const [opened, setOpened] = useState<readonly ViewedPhoto[] | null>(null)
  const sorted = sortEvidence(files)
  const before = sorted.find(({ kind }) => kind === 'photo_before')
  const after = sorted.find(({ kind }) => kind === 'photo_after')
  // The first pair is compared; other photos are opened alone.
  const open = (file: File) =>
    setOpened(
      before && after && (file === before || file === after)
        ? [toViewed(before, item, t), toViewed(after, item, t)]
        : [toViewed(file, item, t)],
    )
  return (
    <>
      <ul className={styles['files']}>
        {sorted.map((file) =>
          isPicture(file) ? (
            <li key={file.fileId} className={styles['picture']}>
              <Photo
                {...toViewed(file, item, t)}
                caption={
                  <span className={styles['caption']}>
                    <span>{describeTime(file, t)}</span>
                    {action?.(file)}
                  </span>
                }
                openLabel={t('reimbursement.evidence.open', { what: toViewed(file, item, t).alt })}
                onOpen={() => open(file)}
              />
            </li>
          ) : isVideo(file.type) ? (
            <Video key={file.fileId} file={file} item={item} action={action?.(file)} />
          ) : (
            <Paper key={file.fileId} file={file} action={action?.(file)} />
          ),
        )}
        {children}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <PhotoViewer title={item} photos={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
