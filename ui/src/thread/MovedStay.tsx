import { LinkButton } from '../components/action/LinkButton.tsx'
import { deriveThreadId } from '@hearth/contracts/thread'
import { useListings } from '../data/queries/useListings.ts'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Inbox.module.css'
import { useStay } from './useStay.ts'

/** Says that the stay has moved to another listing, where its conversation goes on. */
export const MovedStay = ({ bookingId, thread }: { bookingId: string; thread: Thread }) => {
  const t = useText()
  const booking = useStay(bookingId)
  const listingId = booking?.listingId ?? thread.listingId
  const listing = useListings([listingId]).get(listingId)
  if (listing === undefined || listingId === thread.listingId) return null
  return (
    <div className={styles['bar']}>
      <span className="small">{t('thread.moved', { listing: listing.title })}</span>
      <LinkButton size="small" to={to.thread(deriveThreadId(listingId, thread.guestRef))}>
        {t('thread.openMoved')}
      </LinkButton>
    </div>
  )
}
