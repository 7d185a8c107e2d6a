import { browserZone } from '../../components/dates/localDate.ts'
import { History } from '../../components/display/History.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useReviewHistory } from '../useReview.ts'
import styles from './ReviewPage.module.css'

/** What happened, by whom and when, on the reader’s clock like the rest of the page. */
export const ReviewHistory = ({ review }: { review: Review }) => {
  const t = useText()
  const history = useReviewHistory(review.id)
  return (
    <Card
      className={styles['history']}
      title={t('reviews.history')}
      note={history.data && t('reviews.events', { smart_count: history.data.length })}
    >
      <Loaded bare query={history} failed={t('reviews.historyFailed')}>
        {(entries) => <History entries={entries} zone={browserZone()} />}
      </Loaded>
    </Card>
  )
}
