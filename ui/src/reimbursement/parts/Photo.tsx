import type { ReactNode } from 'react'
import { fileUrl } from '@hearth/contracts/file'
import styles from './Photo.module.css'

type Props = Readonly<{
  fileId: string
  /** What is on it, for those who do not see it. */
  alt: string
  caption: ReactNode
  /** Opens it large. */
  onOpen?: (() => void) | undefined
  openLabel?: string
  /** As wide as half of a page. */
  large?: boolean
  /** The file has no picture. */
  onFail?: () => void
}>

const SIZES = '(max-width: 700px) 45vw, 200px'
const LARGE_SIZES = '(max-width: 700px) 50vw, 480px'

/**
 * A photo with who took it and when. It is loaded when it comes near the screen, in the smallest size that
 * fills its frame; the frame has its height before.
 */
export const Photo = ({ fileId, alt, caption, onOpen, openLabel, large = false, onFail }: Props) => {
  const picture = (
    <img
      src={fileUrl(fileId, '320')}
      srcSet={`${fileUrl(fileId, '320')} 320w, ${fileUrl(fileId, '640')} 640w${large ? `, ${fileUrl(fileId, '1280')} 1280w` : ''}`}
      sizes={large ? LARGE_SIZES : SIZES}
      alt={alt}
      width={320}
      height={220}
      loading="lazy"
      decoding="async"
      onError={onFail}
    />
  )
  return (
    <figure className={styles['photo']}>
      {onOpen ? (
        <button type="button" className={styles['open']} aria-label={openLabel} onClick={onOpen}>
          {picture}
        </button>
      ) : (
        picture
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
