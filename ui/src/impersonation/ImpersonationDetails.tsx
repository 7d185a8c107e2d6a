import { useGetOne } from 'react-admin'
import { zEndReason } from '@hearth/contracts/impersonation'
import type { AccessLogEntry, ImpersonationRecord } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import styles from '../components/list/LogTable.module.css'
import { utc, utcSeconds } from '../components/dates/instants.ts'

const Lines = ({ id }: { id: string }) => {
  const t = useText()
  const { data, error, refetch } = useGetOne<AccessLogEntry>('access-log', { id }, { retry: false })
  if (error)
    return (
      <ErrorState
        title={t('impersonation.report.linesFailed')}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton height={40} />
  if (data.entries.length === 0) return <p className="q">{t('impersonation.report.noLines')}</p>
  return (
    <ol className="small num">
      {data.entries.map(({ at, kind, text, recordIds }, index) => (
        <li key={`${at}${index}`}>
          <span className="c">{utcSeconds(at)}</span> {t(`impersonation.audit.entry.${kind}`)}{' '}
          <code>{text}</code>
          {recordIds.length > 0 && (
            <span className="c"> {recordIds.map((one) => `…${one.slice(-6)}`).join(', ')}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

const useFacts = (row: ImpersonationRecord, describeActor: (id: string) => string) => {
  const t = useText()
  return [
    t('impersonation.report.scopes', {
      scopes: row.scopes.map((scope) => t(`impersonation.scope.${scope}`)).join(', '),
    }),
    ...(row.ticketRef === null ? [] : [t('impersonation.report.ticket', { ticket: row.ticketRef })]),
    ...(row.approvedHow === null
      ? []
      : [
          row.approvedHow === 'host_code'
            ? t('impersonation.report.byCode')
            : t('impersonation.report.approvedBy', { who: describeActor(row.approvedBy ?? '') }),
        ]),
    ...(row.deniedBy === null
      ? []
      : [t('impersonation.report.deniedBy', { who: describeActor(row.deniedBy) })]),
    ...(row.startedAt === null ? [] : [t('impersonation.report.started', { instant: utc(row.startedAt) })]),
    ...(row.endedAt === null
      ? []
      : [
          t('impersonation.report.ended', {
            instant: utc(row.endedAt),
            why: t(`impersonation.endReason.${row.endReason ?? zEndReason.enum.stopped}`),
          }),
        ]),
    ...(row.noticeDelayDays === null
      ? []
      : [t('impersonation.active.delayed', { smart_count: row.noticeDelayDays })]),
    ...(row.hostNotifiedAt === null
      ? []
      : [t('impersonation.report.told', { instant: utc(row.hostNotifiedAt) })]),
  ]
}

/** The reason and history of an impersonation, with every page and action. */
export const ImpersonationDetails = ({
  row,
  describeActor,
}: {
  row: ImpersonationRecord
  describeActor: (id: string) => string
}) => {
  const t = useText()
  const facts = useFacts(row, describeActor)
  return (
    <div className={styles['opened']}>
      <section>
        <h2>{t(`impersonationBanner.reason.${row.reason}`)}</h2>
        <p>“{row.reasonText}”</p>
        <ul className="small q num">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('impersonation.report.lines')}</h2>
        {row.startedAt === null ? (
          <p className="q">{t('impersonation.report.noLines')}</p>
        ) : (
          <Lines id={row.id} />
        )}
      </section>
    </div>
  )
}
