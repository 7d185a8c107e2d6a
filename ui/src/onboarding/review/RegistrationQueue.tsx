import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Registration } from './Registration.tsx'
import styles from './Review.module.css'

const MAX_REGISTRATIONS = 100

/** Registration numbers that are not verified yet, also of live listings. Hidden while there are none. */
export const RegistrationQueue = () => {
  const t = useText()
  const {
    data = [],
    total,
    error,
    refetch,
  } = useGetList<Listing>('listings', {
    filter: { registrationStatus: 'provided' },
    pagination: { page: 1, perPage: MAX_REGISTRATIONS },
    sort: { field: 'startedAt', order: 'ASC' },
  })
  const nameOf = useAccountNames(data.map(({ hostAccountId }) => hostAccountId))
  if (error && data.length === 0)
    return (
      <Card title={t('review.registrations')} className={styles['after']}>
        <ErrorState title={t('review.registrationsFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <Card title={t('review.registrations')} note={total} className={styles['after']}>
      <ul className={styles['rows']}>
        {data.map(
          ({ id, title, hostAccountId, registration }) =>
            registration && (
              <li key={id}>
                <div className={styles['what']}>
                  <p>
                    <Link className={styles['open']} to={to.listingDetails('details', id)}>
                      {title}
                    </Link>
                  </p>
                  <p className="small q">{nameOf(hostAccountId)}</p>
                </div>
                <div className={styles['side']}>
                  <Registration id={id} registration={registration} />
                </div>
              </li>
            ),
        )}
      </ul>
    </Card>
  )
}
