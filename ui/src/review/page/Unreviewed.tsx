import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { ReviewHistory } from './ReviewHistory.tsx'
import styles from './ReviewPage.module.css'

/** A stay that neither side reviewed in time, or whose guest was erased before. */
export const Unreviewed = ({ review }: { review: Review }) => {
  const t = useText()
  const isVoid = review.state === 'void'
  return (
    <div className={styles['main']}>
      <Card>
        <EmptyState
          icon="star"
          title={t(isVoid ? 'reviews.closed.void' : 'reviews.closed.title')}
          text={
            isVoid
              ? t('reviews.closed.voidText')
              : t('reviews.closed.text', { at: formatReaderInstant(review.closesAt) })
          }
        />
      </Card>
      <ReviewHistory review={review} />
    </div>
  )
}
