import { Fragment, useId } from 'react'
import { useGetList, useGetOne } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { IMPERSONATION_REASONS, zEndReason } from '@hearth/contracts/impersonation'
import { IMPERSONATION_MODES } from '@hearth/contracts/kernel/access'
import { useSession } from '../session/session.ts'
import type { ImpersonationRecord, AccessLogEntry } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { FilterBar, type Filter } from '../components/list/FilterBar.tsx'
import { ChoiceForm } from '../components/list/filterForms.tsx'
import { Icon } from '../components/display/icons.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { LogPager } from '../components/list/LogPager.tsx'
import { Skeleton, TableSkeleton } from '../components/list/TableSkeleton.tsx'
import styles from '../components/list/LogTable.module.css'
import { utc, utcSeconds } from '../components/dates/instants.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const PER_PAGE = 25
const STATES = ['requested', 'approved', 'denied', 'active', 'ended'] as const
const TONES: Record<ImpersonationRecord['state'], Tone> = {
  requested: 'warn',
  approved: 'info',
  denied: 'mute',
  active: 'bad',
  ended: 'mute',
}
const CHOICES = { state: STATES, mode: IMPERSONATION_MODES, reason: IMPERSONATION_REASONS } as const
const FIELDS = Object.keys(CHOICES) as (keyof typeof CHOICES)[]

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

const Opened = ({
  row,
  describeActor,
}: {
  row: ImpersonationRecord
  describeActor: (id: string) => string
}) => {
  const t = useText()
  const facts = [
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
  return (
    <div className={styles['opened']}>
      <section>
        <h2>{t(`impersonation.reason.${row.reason}`)}</h2>
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

type Change = Readonly<Record<string, string | undefined>>

const Filters = ({ search, onChange }: { search: URLSearchParams; onChange: (change: Change) => void }) => {
  const t = useText()
  const labelOf = (field: keyof typeof CHOICES, key: string) =>
    t(`impersonation.${field}.${key}` as 'impersonation.state.ended')
  const filters: readonly Filter[] = FIELDS.map((field) => {
    const value = CHOICES[field].find((one) => one === search.get(field))
    const label = t(`impersonation.report.filters.${field}`)
    return {
      key: field,
      label,
      value: value && labelOf(field, value),
      clear: () => onChange({ [field]: undefined }),
      form: (close) => (
        <ChoiceForm
          legend={label}
          choices={CHOICES[field].map((key) => ({ key, label: labelOf(field, key) }))}
          chosen={value ? [value] : []}
          onChange={([one]) => {
            onChange({ [field]: one })
            close()
          }}
        />
      ),
    }
  })
  return <FilterBar filters={filters} label={t('impersonation.report.narrow')} />
}

/** Every request for a host's place and what became of it, down to the last page. */
export const ImpersonationsReport = () => {
  const t = useText()
  const prefix = useId()
  const me = useSession()?.user.id
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const opened = search.get('open')
  const filter = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = CHOICES[field].find((one) => one === search.get(field))
      return value ? [[field, value]] : []
    }),
  )
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
  const nameOf = useAccountNames((data ?? []).map(({ targetAccountId }) => targetAccountId))
  const staff = new Map((data ?? []).map(({ staffUserId, staffName }) => [staffUserId, staffName]))
  const describeActor = (id: string) =>
    id === me ? t('impersonation.you') : (staff.get(id) ?? t('impersonation.someone'))
  const change = (values: Change) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const heads = ['at', 'type', 'stream', 'actor', 'state'] as const
  const titles = { at: 'at', type: 'who', stream: 'account', actor: 'looks', state: 'state' } as const
  const none = Object.keys(filter).length === 0
  return (
    <>
      <Filters
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
            <div className={styles['scroll']}>
              <table className={styles['table']}>
                <caption className="sr">{t('impersonation.report.caption')}</caption>
                <thead>
                  <tr>
                    {heads.map((head) => (
                      <th key={head} scope="col" className={styles[head]}>
                        {t(`impersonation.report.columns.${titles[head]}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => {
                    const open = opened === row.id
                    const words = { name: row.staffName, account: nameOf(row.targetAccountId) }
                    return (
                      <Fragment key={row.id}>
                        <tr aria-selected={open ? true : undefined}>
                          <td className={`num ${styles['at']}`}>
                            <button
                              type="button"
                              className={styles['toggle']}
                              aria-expanded={open}
                              aria-controls={open ? `${prefix}-${row.id}` : undefined}
                              onClick={() => change({ open: open ? undefined : row.id })}
                            >
                              <Icon name={open ? 'down' : 'right'} size={16} />
                              <span>
                                {utc(row.requestedAt)}
                                <span className="sr">
                                  ,{' '}
                                  {t(
                                    open ? 'impersonation.report.closeRow' : 'impersonation.report.open',
                                    words,
                                  )}
                                </span>
                              </span>
                            </button>
                          </td>
                          <td>
                            <span className="strong">{row.staffName}</span>
                            <div className="only-phone small q">
                              {t('impersonation.report.as')} {words.account}
                            </div>
                          </td>
                          <td className={styles['stream']}>
                            {t(`impersonation.mode.${row.mode}`)} {t('impersonation.report.as')}{' '}
                            {words.account}
                          </td>
                          <td className={`q num ${styles['actor']}`}>
                            {row.pagesViewed}, {row.actionsTaken}, {row.commandsRefused}
                          </td>
                          <td>
                            <StatusChip tone={TONES[row.state]} plain={row.state === 'ended'}>
                              {t(`impersonation.state.${row.state}`)}
                            </StatusChip>
                          </td>
                        </tr>
                        {open && (
                          <tr className={styles['inner']}>
                            <td colSpan={heads.length} id={`${prefix}-${row.id}`}>
                              <Opened row={row} describeActor={describeActor} />
                            </td>
                          </tr>
                        )}
                      </Fragment>
                    )
                  })}
                </tbody>
              </table>
            </div>
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
