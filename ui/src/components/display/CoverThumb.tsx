import { fileUrl } from '@hearth/contracts/file'
import type { Listing } from '../../data/records/records.ts'
import styles from './CoverThumb.module.css'
import { Icon } from './icons.tsx'

/** The cover photo of a listing, small, beside its name; a house where it has no photo yet. */
export const CoverThumb = ({ listing: { photoIds } }: { listing: Pick<Listing, 'photoIds'> }) => {
  const [cover] = photoIds
  return cover === undefined ? (
    <span className={styles['thumb']} aria-hidden="true">
      <Icon name="home" size={16} />
    </span>
  ) : (
    <img
      className={styles['thumb']}
      src={fileUrl(cover, '320')}
      width={36}
      height={24}
      loading="lazy"
      decoding="async"
      alt=""
    />
  )
}
