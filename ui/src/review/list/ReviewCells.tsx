import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useTimeLeft } from '../../components/dates/useDeadline.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { Icon } from '../../components/display/icons.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { isDue } from '../ReviewStatus.tsx'
import { Star } from '../Stars.tsx'
import styles from './ReviewList.module.css'

const isSealed = ({ state }: Review) => state === 'open' || state === 'partly_written'

/** The stars of the guest, or that they are sealed. */
export const ReviewRating = ({ review }: { review: Review }) => {
  const t = useText()
  if (isSealed(review))
    return (
      <span className={`q ${styles['inline']}`}>
        <Icon name="lock" size={16} />
        {t('reviews.sealed')}
      </span>
    )
  return review.overall === null ? null : (
    <span className={`num strong ${styles['inline']}`} title={t('reviews.stars', { stars: review.overall })}>
      <Star on />
      {review.overall}
    </span>
  )
}

/** The guest’s words, or why there are none. */
export const ReviewWords = ({ review }: { review: Review }) => {
  const t = useText()
  const { guestReview, guestReviewedAt, hostReviewedAt, removedAt } = review
  if (guestReview !== null) return <>{t('reviews.words.quote', { text: guestReview.publicText })}</>
  if (removedAt !== null) return <span className="c">{t('reviews.words.removed')}</span>
  if (!isSealed(review)) return <span className="c">{t('reviews.words.none')}</span>
  const text =
    guestReviewedAt !== null
      ? 'reviews.words.written'
      : hostReviewedAt !== null
        ? 'reviews.words.opens'
        : 'reviews.words.waiting'
  return <span className="q">{t(text)}</span>
}

const Left = ({ until }: { until: string }) => {
  const left = useTimeLeft(until)
  return (
    <time className={`num ${styles['left']}`} dateTime={until}>
      <b>{formatCountdown(left)}</b>
      <small>{formatReaderInstant(until)}</small>
    </time>
  )
}

/** How long the host, or the pair, has left. */
export const ReviewTime = ({ review }: { review: Review }) => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  if (isSealed(review)) return <Left until={review.closesAt} />
  return review.dueAt !== null && isDue(review, now) ? (
    <Left until={review.dueAt} />
  ) : (
    <span className="c">{t('reviews.over')}</span>
  )
}
