import { useState } from 'react'
import { Button } from '@mui/material'
import { impersonation, MAX_NOTICE_DELAY_DAYS, MAY_BE_TOLD_LATER } from '@hearth/contracts/impersonation'
import { useCan, useSession } from '../session/session.ts'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { NumberField } from '../components/form/fields/NumberField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { formatCountdown } from '../components/dates/countdown.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import styles from './Impersonate.module.css'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const End = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  return (
    <ConfirmedCommand
      destructive
      resource="impersonations"
      verb="revoke"
      id={row.id}
      touches={['access-log']}
      label={t('impersonation.active.end')}
      title={t('impersonation.active.endTitle')}
      text={t('impersonation.active.endText', { name: row.staffName })}
      keep={t('impersonation.keep')}
      saved={t('impersonation.active.ended')}
    />
  )
}

const DelayDialog = ({ row, onClose }: { row: ImpersonationRecord; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const delay = useCommand({
    resource: 'impersonations',
    verb: 'delay-notice',
    touches: ['access-log'],
    onSuccess: () => {
      saved(t('impersonation.active.delayed', { smart_count: form.values.days }))
      onClose()
    },
  })
  const form = useCommandForm({
    schema: impersonation.commands.DelayHostNotice.schema,
    values: { days: MAX_NOTICE_DELAY_DAYS, reasonText: '' },
    command: delay,
    send: (body) => delay.run({ record: { id: row.id }, body }),
    mode: 'onSubmit',
    draft: { name: `delay-notice/${row.id}`, fields: ['reasonText'] },
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('impersonation.active.delayTitle')}
      submit={t('impersonation.active.delay')}
      close={t('impersonation.keep')}
      missing={form.body ? undefined : t('impersonation.active.delayMissing')}
      onClose={onClose}
    >
      <NumberField
        control={form.control}
        name="days"
        label={t('impersonation.active.delayDays')}
        help={t('impersonation.active.delayDaysHelp')}
        unit=""
      />
      <TextField
        control={form.control}
        name="reasonText"
        rows={2}
        label={t('impersonation.active.delayReason')}
        help={t('impersonation.active.delayHelp')}
        input={{ maxLength: 500 }}
      />
    </FormDialog>
  )
}

const Delay = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('impersonation.active.delay')}
      </Button>
      {open && <DelayDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

const ActiveRow = ({ row, account }: { row: ImpersonationRecord; account: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const me = useSession()?.user.id
  const mayEnd = useCan('impersonation.approve')
  const mayDelay =
    useCan('impersonation.delay-notice') &&
    me !== row.staffUserId &&
    MAY_BE_TOLD_LATER.includes(row.reason) &&
    row.noticeDelayDays === null
  const expiresAt = row.expiresAt ?? row.requestedAt
  const left = useTimeLeft(expiresAt)
  const figures = {
    pages: t('impersonation.active.pages', { smart_count: row.pagesViewed }),
    actions: t('impersonation.active.actions', { smart_count: row.actionsTaken }),
    refused: t('impersonation.active.refused', { smart_count: row.commandsRefused }),
  }
  return (
    <li>
      <p className={styles['line']}>
        <span className="strong">{t('impersonation.active.line', { name: row.staffName, account })}</span>
        <StatusChip tone={row.mode === 'act_as' ? 'bad' : 'warn'}>
          {t(`impersonation.mode.${row.mode}`)}
        </StatusChip>
      </p>
      <p className="small q">
        {t(`impersonationBanner.reason.${row.reason}`)}: “{row.reasonText}”
      </p>
      <p className="cap c num">
        {t('impersonation.active.left', { time: formatCountdown(left) })},{' '}
        {t('impersonation.active.until', { at: format(expiresAt, 'UTC') })}.{' '}
        {t('impersonation.active.figures', figures)}
        {row.noticeDelayDays !== null &&
          `. ${t('impersonation.active.delayed', { smart_count: row.noticeDelayDays })}`}
      </p>
      {(mayEnd || mayDelay) && (
        <div className={styles['acts']}>
          {mayEnd && <End row={row} />}
          {mayDelay && <Delay row={row} />}
        </div>
      )}
    </li>
  )
}

/** The impersonations that are active now. */
export const ActiveCard = ({ rows }: { rows: readonly ImpersonationRecord[] }) => {
  const t = useText()
  const running = rows.filter(({ state }) => state === 'active')
  const nameOf = useAccountNames(running.map(({ targetAccountId }) => targetAccountId))
  return (
    <Card title={t('impersonation.active.title')} note={running.length}>
      {running.length === 0 ? (
        <p className={styles['empty']}>{t('impersonation.active.none')}</p>
      ) : (
        <ul className={styles['rows']}>
          {running.map((row) => (
            <ActiveRow key={row.id} row={row} account={nameOf(row.targetAccountId)} />
          ))}
        </ul>
      )}
    </Card>
  )
}
