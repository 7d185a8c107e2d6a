import type { Listing } from '../../data/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './Details.module.css'

export const PhotosPart = ({ listing }: { listing: Listing }) => {
  const t = useText()
  return <Card title={t('listingDetails.tab.photos')}><p className={`q ${styles['body']}`}>{listing.photoIds.length === 0 ? t('listingDetails.noPhotos') : t('listingDetails.photos', { smart_count: listing.photoIds.length })}</p></Card>
}
