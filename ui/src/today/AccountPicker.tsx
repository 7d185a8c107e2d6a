import type { AccountRow } from '@hearth/contracts/account'
import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import styles from './TodayPage.module.css'

/** Staff have no account of their own, so they choose whose day they view. */
export const AccountPicker = () => {
  const t = useText()
  const { data, error, refetch, total } = useGetList<AccountRow>('accounts', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'displayName', order: 'ASC' },
    filter: {},
  })
  return (
    <Card title={t('today.chooseAccount')} note={total} className={styles['moves']}>
      {error && !data ? (
        <ErrorState title={t('today.accountsFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t('app.loading')} rows={4} />
      ) : (
        <ul>
          {data.map(({ id, displayName, country, timezone }) => (
            <li key={id}>
              <span className={styles['name']}>
                <Link className="strong" to={to.today({ hostAccountId: id })}>
                  {displayName}
                </Link>
              </span>
              <span className="q small">
                {country}, {timezone.replaceAll('_', ' ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
