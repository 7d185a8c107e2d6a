import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog, IconButton } from '@mui/material'
import { fileUrl } from '@hearth/contracts/file'
import { isShortcut } from '../../components/action/shortcuts.ts'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './PhotoViewer.module.css'

export type ViewedPhoto = Readonly<{ fileId: string; alt: string; caption: string }>
type Props = Readonly<{
  title: string
  /** One photo, or two that are compared. */
  photos: readonly ViewedPhoto[]
  onClose: () => void
}>

const MAX_ZOOM = 4

/** Where a pane is scrolled to, from 0 to 1. */
const readPlace = ({
  scrollLeft,
  scrollWidth,
  scrollTop,
  scrollHeight,
  clientWidth,
  clientHeight,
}: Element) => ({
  x: scrollLeft / Math.max(1, scrollWidth - clientWidth),
  y: scrollTop / Math.max(1, scrollHeight - clientHeight),
})

/** Photos as large as the window, side by side; zooming and moving one moves the other alike. */
const PhotoViewer = ({ title, photos, onClose }: Props) => {
  const t = useText()
  const id = useId()
  const [zoom, setZoom] = useState(1)
  const panes = useRef<HTMLDivElement>(null)
  const moveAlike = (moved: Element) => {
    const { x, y } = readPlace(moved)
    for (const pane of panes.current?.querySelectorAll(`.${styles['pane']}`) ?? []) {
      if (pane === moved) continue
      const here = readPlace(pane)
      // Setting the place of one that is there already would send it back and forth.
      if (Math.abs(here.x - x) < 0.01 && Math.abs(here.y - y) < 0.01) continue
      pane.scrollTo(x * (pane.scrollWidth - pane.clientWidth), y * (pane.scrollHeight - pane.clientHeight))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isShortcut('zoomPhotos', event.nativeEvent)) setZoom((now) => (now >= MAX_ZOOM ? 1 : now * 2))
  }
  return (
    <Dialog fullScreen open onClose={onClose} aria-labelledby={id} onKeyDown={onKeyDown}>
      <div className={styles['viewer']}>
        <div className={styles['bar']}>
          <h2 id={id} className="clip">
            {title}
          </h2>
          <span className="grow" />
          <IconButton
            aria-label={t('reimbursement.photo.zoomOut')}
            disabled={zoom <= 1}
            onClick={() => setZoom((now) => Math.max(1, now / 2))}
          >
            <Icon name="minus" />
          </IconButton>
          <span className="num small" aria-live="polite">
            {t('reimbursement.photo.zoom', { percent: zoom * 100 })}
          </span>
          <IconButton
            aria-label={t('reimbursement.photo.zoomIn')}
            disabled={zoom >= MAX_ZOOM}
            onClick={() => setZoom((now) => Math.min(MAX_ZOOM, now * 2))}
          >
            <Icon name="plus" />
          </IconButton>
          <IconButton aria-label={t('app.close')} onClick={onClose}>
            <Icon name="cross" />
          </IconButton>
        </div>
        <div ref={panes} className={styles['panes']}>
          {photos.map(({ fileId, alt, caption }) => (
            <figure key={fileId}>
              {/* Keyboards scroll what has the focus. */}
              <div
                className={styles['pane']}
                role="group"
                aria-label={alt}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                onScroll={({ currentTarget }) => moveAlike(currentTarget)}
              >
                <img
                  src={fileUrl(fileId, zoom > 1 ? 'full' : '1280')}
                  alt={alt}
                  style={{ width: `${zoom * 100}%` }}
                />
              </div>
              <figcaption className="small num">{caption}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
export default PhotoViewer
