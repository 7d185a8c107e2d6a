import { describeRead } from '@hearth/contracts/audit'
import { useGetList } from 'react-admin'
import { useSearchChange } from '../navigation/useSearchChange.ts'
import { allows, useSession } from '../session/session.ts'
import type { AccessLogEntry } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LogPager } from '../components/list/LogPager.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import styles from '../components/list/LogTable.module.css'
import { utc } from '../components/dates/instants.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const PER_PAGE = 25

/** What was read, in words; pages and commands as they are named. */
const describeAccess = ({ entries }: Pick<AccessLogEntry, 'entries'>) => {
  const names = [...new Set(entries.map(({ kind, text }) => (kind === 'read' ? describeRead(text) : text)))]
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} …` : names.join(', ')
}

const AccessTable = ({ rows }: { rows: readonly AccessLogEntry[] }) => {
  const t = useText()
  const nameOf = useAccountNames(rows.map(({ hostAccountId }) => hostAccountId))
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="sr">{t('impersonation.audit.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('impersonation.audit.columns.at')}</th>
            <th scope="col">{t('impersonation.audit.columns.who')}</th>
            <th scope="col" className={styles['stream']}>
              {t('impersonation.audit.columns.account')}
            </th>
            <th scope="col" className={styles['actor']}>
              {t('impersonation.audit.columns.how')}
            </th>
            <th scope="col" className={styles['revision']}>
              {t('impersonation.audit.columns.looks')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="num">{utc(row.at)}</td>
              <td>
                <span className="strong">{row.staffName}</span>
                <div className="only-phone small q">{nameOf(row.hostAccountId)}</div>
              </td>
              <td className={styles['stream']}>
                {nameOf(row.hostAccountId)} <span className="c">{describeAccess(row)}</span>
              </td>
              <td className={`q ${styles['actor']}`}>{t(`impersonation.audit.kind.${row.kind}`)}</td>
              <td className={`num q ${styles['revision']}`}>{row.entryCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Staff access to any account; a session that may not audit sees its own only. */
export const AuditReport = () => {
  const t = useText()
  const everybody = allows(useSession(), 'audit.read')
  const [search, change] = useSearchChange()
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
  return (
    <>
      {!everybody && (
        <p className="q" style={{ marginBottom: 12 }}>
          {t('impersonation.audit.own')}
        </p>
      )}
      <Card>
        {error && !data ? (
          <ErrorState title={t('impersonation.audit.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton label={t('impersonation.lists.loading')} />
        ) : data.length === 0 ? (
          <EmptyState
            icon="eye"
            title={t('impersonation.audit.none')}
            text={t('impersonation.audit.noneText')}
          />
        ) : (
          <>
            <AccessTable rows={data} />
            <LogPager
              page={page}
              isLast={page * PER_PAGE >= total}
              shown={t('impersonation.report.shown', {
                first: (page - 1) * PER_PAGE + 1,
                last: Math.min(total, page * PER_PAGE),
                total,
              })}
              newer={t('impersonation.report.newer')}
              older={t('impersonation.report.older')}
              onPage={(to) => change({ page: String(to) })}
            />
          </>
        )}
      </Card>
    </>
  )
}
