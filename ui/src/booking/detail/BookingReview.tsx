import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useGetOne } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Deadline } from '../../components/dates/Deadline.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { Booking, Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan, useSees } from '../../session/session.ts'
import styles from './BookingReview.module.css'

const describe = ({ state, removedAt, guestReviewedAt, hostReviewedAt }: Review) => {
  if (removedAt !== null) return 'booking.review.removed'
  if (state === 'revealed') return 'booking.review.none'
  if (state === 'closed' || state === 'void') return 'booking.review.closed'
  if (guestReviewedAt !== null) return 'booking.review.guestWrote'
  return hostReviewedAt !== null ? 'booking.review.hostWrote' : 'booking.review.open'
}

/** What both sides of the stay wrote, or until when they can; nothing before check-out. */
export const BookingReview = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const enabled = useSees('review.read') && booking.status !== 'confirmed' && booking.status !== 'in_stay'
  const { data } = useGetOne<Review>('reviews', { id: booking.id }, { enabled, retry: false })
  const mayWrite = useCan('review.write')
  const now = useNow(MINUTE_MS)
  if (data === undefined) return null
  const { guestReview, overall, reply, state, closesAt, todo } = data
  const isOpen = (state === 'open' || state === 'partly_written') && Date.parse(closesAt) > now
  return (
    <Card
      title={t('booking.review.title')}
      note={overall !== null && t('booking.review.stars', { stars: overall })}
      action={
        <LinkButton size="small" to={to.review(booking.id)}>
          {t(isOpen && mayWrite && todo === 'write' ? 'booking.review.write' : 'booking.review.show')}
        </LinkButton>
      }
    >
      <div className={styles['review']}>
        {guestReview === null ? (
          <p className="q">{t(describe(data))}</p>
        ) : (
          <p>{t('booking.review.quote', { text: guestReview.publicText })}</p>
        )}
        {reply !== null && (
          <p className="q small">
            {t('booking.review.reply')} {t('booking.review.quote', { text: reply.text })}
          </p>
        )}
        {isOpen && (
          <p className="q small">
            <Deadline instant={closesAt} text="booking.review.left" />
          </p>
        )}
      </div>
    </Card>
  )
}
