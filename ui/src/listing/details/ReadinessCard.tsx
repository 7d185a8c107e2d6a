import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Details.module.css'
import { ReadinessList } from '../../listing-sections/readiness/ReadinessList.tsx'
import { useReadiness } from '../../listing-sections/readiness/useReadiness.ts'
import './texts.ts'

/**
 * What keeps the listing from going live, each line with a link to its field; fulfilled conditions are below.
 */
export const ReadinessCard = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const { data, error, refetch } = useReadiness(listingId)
  const missing = data?.conditions.filter(({ detail }) => detail !== null) ?? []
  const note =
    data &&
    (missing.length === 0
      ? t('listingDetails.readinessDone')
      : t('listingDetails.readinessCount', { smart_count: missing.length }))
  return (
    <Card title={t('listingDetails.readiness')} note={note}>
      {error && !data ? (
        <ErrorState
          title={t('listingDetails.readinessFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <div className={styles['body']} aria-busy="true">
          <Skeleton height={280} />
        </div>
      ) : (
        <ReadinessList
          conditions={[...missing, ...data.conditions.filter(({ detail }) => detail === null)]}
        />
      )}
    </Card>
  )
}
