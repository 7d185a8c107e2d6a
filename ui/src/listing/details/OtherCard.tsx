import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { CopyListing } from './CopyListing.tsx'
import styles from './Details.module.css'
import { LifecycleActions } from './LifecycleActions.tsx'

/** Actions that are taken once in a listing's life. */
export const OtherCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const rights = [useCan('listing.write'), useCan('listing.delist'), useCan('listing.suspend')]
  if (!rights.includes(true)) return null
  return (
    <Card title={t('listingDetails.other')}>
      <div className={`${styles['body']} ${styles['actions']}`}>
        <CopyListing listing={listing} />
        <LifecycleActions listing={listing} />
      </div>
    </Card>
  )
}
