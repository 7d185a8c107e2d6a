import { useCan, useSession } from '../session/session.ts'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../components/dialog/ExplainedCommand.tsx'
import styles from './Impersonate.module.css'
import { utc } from '../components/dates/instants.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const Approve = ({ row, account }: { row: ImpersonationRecord; account: string }) => {
  const t = useText()
  const name = row.staffName
  return (
    <ConfirmedCommand
      resource="impersonations"
      verb="approve"
      id={row.id}
      touches={['access-log']}
      label={t('impersonation.approve.approve')}
      title={t('impersonation.approve.approveTitle', { name, account })}
      text={t('impersonation.approve.approveText', {
        scopes: row.scopes.map((scope) => t(`impersonation.scope.${scope}`)).join(', '),
      })}
      keep={t('impersonation.keep')}
      saved={t('impersonation.approve.approved', { name })}
    />
  )
}

const Deny = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  return (
    <ExplainedCommand
      resource="impersonations"
      verb="deny"
      id={row.id}
      touches={['access-log']}
      field="reasonText"
      min={1}
      maxLength={500}
      label={t('impersonation.approve.deny')}
      title={t('impersonation.approve.denyTitle')}
      question={t('impersonation.approve.denyReason')}
      help={t('impersonation.approve.denyHelp')}
      missing={t('impersonation.approve.missing')}
      keep={t('impersonation.keep')}
      saved={t('impersonation.approve.denied')}
    />
  )
}

/** Requests of others to act as a host, which a second person approves or denies. */
export const ApproveCard = ({ rows }: { rows: readonly ImpersonationRecord[] }) => {
  const t = useText()
  const me = useSession()?.user.id
  const may = useCan('impersonation.approve')
  const waiting = rows.filter(
    ({ staffUserId, state, mode }) => staffUserId !== me && state === 'requested' && mode === 'act_as',
  )
  const nameOf = useAccountNames(waiting.map(({ targetAccountId }) => targetAccountId))
  return (
    <Card title={t('impersonation.approve.title')} note={waiting.length}>
      {waiting.length === 0 ? (
        <p className={styles['empty']}>{t('impersonation.approve.none')}</p>
      ) : (
        <ul className={styles['rows']}>
          {waiting.map((row) => (
            <li key={row.id}>
              <p className="strong">
                {t('impersonation.approve.wants', {
                  name: row.staffName,
                  account: nameOf(row.targetAccountId),
                })}
              </p>
              <p className="small q">
                {t(`impersonationBanner.reason.${row.reason}`)}
                {row.ticketRef !== null && `, ${row.ticketRef}`}: “{row.reasonText}”
              </p>
              <p className="cap c num">{utc(row.requestedAt)}</p>
              {may ? (
                <div className={styles['acts']}>
                  <Approve row={row} account={nameOf(row.targetAccountId)} />
                  <Deny row={row} />
                </div>
              ) : (
                <p className="small q">{t('impersonation.approve.mayNot')}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
