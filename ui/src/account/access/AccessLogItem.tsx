import { useState } from 'react'
import type { AccessEntry } from '@hearth/contracts/audit'
import { IMPERSONATION_REASONS } from '@hearth/contracts/impersonation'
import type { AccessLogEntry } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { formatClock, formatDuration, formatInstant } from '../../components/dates/localDate.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { describeEntry } from './accessSentences.ts'
import styles from '../Account.module.css'

const Entries = ({ entry: { entries, entryCount }, zone }: { entry: AccessLogEntry; zone: string }) => {
  const t = useText()
  const key = ({ at, kind, text }: AccessEntry, index: number) => `${at}${kind}${text}${index}`
  return (
    <>
      <ol className={styles['entries']}>
        {entries.map((entry, index) => (
          <li key={key(entry, index)}>
            <time dateTime={entry.at}>{formatClock(entry.at, zone)}</time>
            <span className={entry.kind === 'refused' ? 'bad-ink' : undefined}>
              {describeEntry(entry, t)}
            </span>
          </li>
        ))}
      </ol>
      {entryCount > entries.length && (
        <p className="small q">{t('account.access.more', { shown: entries.length, total: entryCount })}</p>
      )}
    </>
  )
}

/** One staff access: who, when, why, and on request every page and action. */
export const AccessLogItem = ({ entry, zone }: { entry: AccessLogEntry; zone: string }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const {
    staffName: name,
    mode,
    at,
    endedAt,
    state,
    reason,
    reasonText,
    ticketRef,
    scopes,
    entryCount,
  } = entry
  const known = IMPERSONATION_REASONS.find((one) => one === reason)
  const from = formatInstant(at, zone)
  const when =
    endedAt !== null && Date.parse(endedAt) - Date.parse(at) >= 60_000
      ? t('account.access.until', { from, time: formatDuration(Date.parse(endedAt) - Date.parse(at)) })
      : t('account.access.at', { from })
  const details = t('account.access.details', { smart_count: entryCount })
  return (
    <li className={styles['entry']}>
      <p>
        <span className="strong">{t(`account.access.${mode ?? 'staff'}`, { name })}</span>
        {known && ` ${t(`account.access.reason.${known}`)}`}{' '}
        {state === 'active' && <StatusChip tone="warn">{t('account.access.running')}</StatusChip>}
      </p>
      <p className="small q num">{when}</p>
      {reasonText !== null && <p>“{reasonText}”</p>}
      {(ticketRef !== null || scopes.length > 0) && (
        <p className="small q">
          {[
            ...(ticketRef === null ? [] : [t('account.access.ticket', { ticket: ticketRef })]),
            ...(scopes.length === 0
              ? []
              : [
                  t('account.access.scopes', {
                    scopes: scopes.map((scope) => t(`account.access.scope.${scope}`)).join(', '),
                  }),
                ]),
          ].join('. ')}
        </p>
      )}
      {entryCount === 0 ? (
        <p className="small c">{t('account.access.nothing')}</p>
      ) : (
        <div>
          <button type="button" className="link small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'account.access.hide' : 'account.access.show')}
          </button>
          <span className="small c num"> {details}</span> <Icon name={open ? 'up' : 'down'} size={14} />
          {open && <Entries entry={entry} zone={zone} />}
        </div>
      )}
    </li>
  )
}
