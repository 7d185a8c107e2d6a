import { IconButton } from '@mui/material'
import { useGetList } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { AccessLogEntry } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { zoneName } from '../../components/dates/localDate.ts'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import styles from '../Account.module.css'
import { HostCodeCard } from './HostCodeCard.tsx'
import { AccessLogItem } from './AccessLogItem.tsx'
import { joinVisits } from './joinVisits.ts'
import { useZone } from '../useAccount.ts'

const PER_PAGE = 50

const Pager = ({
  page,
  total,
  onChange,
}: {
  page: number
  total: number
  onChange: (page: number) => void
}) => {
  const t = useText()
  return (
    <div className={styles['footer']}>
      <span className="grow" />
      <span className="num">
        {t('account.access.shown', {
          first: (page - 1) * PER_PAGE + 1,
          last: Math.min(total, page * PER_PAGE),
          total,
        })}
      </span>
      <IconButton
        size="small"
        aria-label={t('account.access.newer')}
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="left" size={16} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('account.access.older')}
        disabled={page * PER_PAGE >= total}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" size={16} />
      </IconButton>
    </div>
  )
}

/** Staff access to this account, the latest first. */
export const AccessTab = () => {
  const t = useText()
  const zone = useZone()
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList<AccessLogEntry>('access-log', {
    pagination: { page, perPage: PER_PAGE },
    sort: { field: 'at', order: 'DESC' },
    filter: {},
  })
  const go = (to: number) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.set('page', String(to))
      return next
    })
  return (
    <div className={styles['wide']}>
      <Card title={t('account.access.title')} note={t('account.zone', { zone: zoneName(zone) })}>
        {error && !data ? (
          <ErrorState title={t('account.access.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton label={t('account.loading')} rows={6} />
        ) : data.length === 0 ? (
          <EmptyState icon="check" title={t('account.access.none')} text={t('account.access.noneText')} />
        ) : (
          <>
            <ol>
              {joinVisits(data).map((entry) => (
                <AccessLogItem key={entry.id} entry={entry} zone={zone} />
              ))}
            </ol>
            {total > PER_PAGE && <Pager page={page} total={total} onChange={go} />}
          </>
        )}
      </Card>
      <div className={styles['column']}>
        <p className="q">{t('account.access.text')}</p>
        <HostCodeCard />
      </div>
    </div>
  )
}
