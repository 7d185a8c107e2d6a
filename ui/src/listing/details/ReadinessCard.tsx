import { useQuery } from '@tanstack/react-query'
import type { Readiness } from '@hearth/contracts/listing'
import { Link } from 'react-router-dom'
import { getJson } from '../../data/http/http.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Details.module.css'
import './texts.ts'

/**
 * What keeps the listing from going live, each line with a link to its field; fulfilled conditions are below.
 */
export const ReadinessCard = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({
    // The key starts with `listings`, so that every change of the listing invalidates it.
    queryKey: ['listings', 'readiness', listingId],
    queryFn: ({ signal }) =>
      getJson<Readiness>(`/api/listings/${encodeURIComponent(listingId)}/readiness`, signal),
  })
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
        <ul className={styles['list']}>
          {[...missing, ...data.conditions.filter(({ detail }) => detail === null)].map(
            ({ code, detail, route }) => (
              <li key={code}>
                <span className={detail === null ? styles['ok'] : styles['todo']}>
                  <Icon name={detail === null ? 'check' : 'alert'} size={16} />
                </span>
                <span className={detail === null ? 'q' : 'strong'}>
                  {t(`listingDetails.goLive.${code}`)}
                  <span className="sr">
                    , {t(detail === null ? 'listingDetails.holds' : 'listingDetails.missing')}
                  </span>
                </span>
                {route !== null && (
                  <Link
                    className="link small"
                    to={route}
                    aria-label={`${t('listingDetails.mend')}: ${t(`listingDetails.goLive.${code}`)}`}
                  >
                    {t('listingDetails.mend')}
                  </Link>
                )}
                {detail !== null && <p className="small q">{detail}</p>}
              </li>
            ),
          )}
        </ul>
      )}
    </Card>
  )
}
