import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import styles from './Onboarding.module.css'

/** Changes that staff request and that belong to no single question; hidden while there are none. */
export const Requests = ({ comments }: { comments: readonly string[] }) => {
  const t = useText()
  if (comments.length === 0) return null
  return (
    <Card title={t('onboarding.page.saysReview')}>
      <ul className={styles['comments']}>
        {comments.map((comment) => (
          <li key={comment}>{comment}</li>
        ))}
      </ul>
    </Card>
  )
}
