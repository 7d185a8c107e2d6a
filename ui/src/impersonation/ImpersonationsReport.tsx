import { useGetList } from 'react-admin'
import { useSession } from '../session/session.ts'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LogPager } from '../components/list/LogPager.tsx'
import { LogRow } from '../components/list/LogRow.tsx'
import styles from '../components/list/LogTable.module.css'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { utc } from '../components/dates/instants.ts'
import { useSearchChange } from '../navigation/useSearchChange.ts'
import { ImpersonationDetails } from './ImpersonationDetails.tsx'
import { ImpersonationFilters, readFilter } from './ImpersonationFilters.tsx'
import '../i18n/lazy/impersonation.ts'

const PER_PAGE = 25
const TONES: Record<ImpersonationRecord['state'], Tone> = {
  requested: 'warn',
  approved: 'info',
  denied: 'mute',
  active: 'bad',
  ended: 'mute',
}
/** Styles of the columns and the names of their titles. */
const HEADS = { at: 'at', type: 'who', stream: 'account', actor: 'looks', state: 'state' } as const
const COLUMNS = Object.keys(HEADS) as (keyof typeof HEADS)[]

const Cells = ({ row, account }: { row: ImpersonationRecord; account: string }) => {
  const t = useText()
  return (
    <>
      <td>
        <span className="strong">{row.staffName}</span>
        <div className="only-phone small q">
          {t('impersonation.report.as')} {account}
        </div>
      </td>
      <td className={styles['stream']}>
        {t(`impersonation.mode.${row.mode}`)} {t('impersonation.report.as')} {account}
      </td>
      <td className={`q num ${styles['actor']}`}>
        {row.pagesViewed}, {row.actionsTaken}, {row.commandsRefused}
      </td>
      <td>
        <StatusChip tone={TONES[row.state]} plain={row.state === 'ended'}>
          {t(`impersonation.state.${row.state}`)}
        </StatusChip>
      </td>
    </>
  )
}

type TableProps = {
  rows: readonly ImpersonationRecord[]
  opened: string | null
  onOpen: (id: string | undefined) => void
}

const ImpersonationTable = ({ rows, opened, onOpen }: TableProps) => {
  const t = useText()
  const me = useSession()?.user.id
  const nameOf = useAccountNames(rows.map(({ targetAccountId }) => targetAccountId))
  const staff = new Map(rows.map(({ staffUserId, staffName }) => [staffUserId, staffName]))
  const describeActor = (id: string) =>
    id === me ? t('impersonation.you') : (staff.get(id) ?? t('impersonation.someone'))
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="sr">{t('impersonation.report.caption')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={styles[column]}>
                {t(`impersonation.report.columns.${HEADS[column]}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const open = opened === row.id
            const account = nameOf(row.targetAccountId)
            return (
              <LogRow
                key={row.id}
                open={open}
                onToggle={() => onOpen(open ? undefined : row.id)}
                time={utc(row.requestedAt)}
                action={t(open ? 'impersonation.report.closeRow' : 'impersonation.report.open', {
                  name: row.staffName,
                  account,
                })}
                columns={COLUMNS.length}
                details={() => <ImpersonationDetails row={row} describeActor={describeActor} />}
              >
                <Cells row={row} account={account} />
              </LogRow>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Every impersonation that staff requested, with its outcome. */
export const ImpersonationsReport = () => {
  const t = useText()
  const [search, change] = useSearchChange()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const filter = readFilter(search)
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList<ImpersonationRecord>('impersonations', {
    pagination: { page, perPage: PER_PAGE },
    sort: { field: 'requestedAt', order: 'DESC' },
    filter,
  })
  const none = Object.keys(filter).length === 0
  return (
    <>
      <ImpersonationFilters
        search={search}
        onChange={(values) => change({ ...values, page: undefined, open: undefined })}
      />
      <Card>
        {error && !data ? (
          <ErrorState title={t('impersonation.lists.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton label={t('impersonation.lists.loading')} />
        ) : data.length === 0 ? (
          <EmptyState
            icon="eye"
            title={t(none ? 'impersonation.report.none' : 'impersonation.report.noMatch')}
            text={t(none ? 'impersonation.report.noneText' : 'impersonation.report.noMatchText')}
          />
        ) : (
          <>
            <ImpersonationTable rows={data} opened={search.get('open')} onOpen={(open) => change({ open })} />
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
              onPage={(to) => change({ page: String(to), open: undefined })}
            />
          </>
        )}
      </Card>
    </>
  )
}
