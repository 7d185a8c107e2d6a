import { LinkButton } from '../components/action/LinkButton.tsx'
import { Card } from '../components/layout/Card.tsx'
import { formatRating, useRatings } from '../data/queries/useRatings.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './TodayPage.module.css'

/** What guests gave the account’s listings in the last year. */
export const RatingCard = ({ hostAccountId }: { hostAccountId: string | undefined }) => {
  const t = useText()
  const { data } = useRatings(hostAccountId)
  if (data === undefined || data.all.count === 0) return null
  return (
    <Card
      className={styles['ratings']}
      title={t('today.rating')}
      action={
        <LinkButton size="small" to={to.reviews()}>
          {t('today.toReviews')}
        </LinkButton>
      }
    >
      <p className={`num ${styles['rating']}`}>
        <b>{formatRating(data.all)}</b>{' '}
        <span className="small q">{t('today.ratingNote', { smart_count: data.all.count })}</span>
      </p>
    </Card>
  )
}
