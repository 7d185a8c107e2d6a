import '../texts.ts'
import { useParams } from 'react-router-dom'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useReview } from '../useReview.ts'
import styles from './ReviewPage.module.css'
import { ReviewView } from './ReviewView.tsx'

/** The reviews of one stay: to write, sealed, or revealed with their answers. */
const ReviewPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useReview(id)
  if (data) return <ReviewView key={id} review={data} />
  if (!error)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={320} />
      </div>
    )
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <>
      <PageHeader
        title={t('reviews.one')}
        crumbs={[
          { label: t('reviews.title'), to: to.reviews() },
          { label: missing ? t('reviews.unknown') : t('reviews.one') },
        ]}
      />
      <Card>
        {missing ? (
          <EmptyState
            icon="search"
            title={t('reviews.unknown')}
            text={t('problems.NOT_FOUND')}
            actions={
              <LinkButton filled to={to.reviews()}>
                {t('reviews.toList')}
              </LinkButton>
            }
          />
        ) : (
          <ErrorState title={t('reviews.oneFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  )
}
export default ReviewPage
