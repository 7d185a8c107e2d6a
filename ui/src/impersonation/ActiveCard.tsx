import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { MAX_NOTICE_DELAY_DAYS, MAY_BE_TOLD_LATER } from '@hearth/contracts/impersonation'
import { useCan } from '../session/session.ts'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { Field } from '../components/form/Field.tsx'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { wallClock } from '../components/dates/localDate.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { countdown } from './countdown.ts'
import styles from './Impersonate.module.css'
import { useImpersonationCommand } from './useImpersonationCommand.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const MIN_TEXT = 20

const End = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const revoke = useImpersonationCommand('revoke', t('impersonation.active.ended'), () => setOpen(false))
  return (
    <>
      <Button
        size="small"
        color="error"
        onClick={() => {
          revoke.reset()
          setOpen(true)
        }}
      >
        {t('impersonation.active.end')}
      </Button>
      <ConfirmCommand
        open={open}
        destructive
        title={t('impersonation.active.endTitle')}
        confirm={t('impersonation.active.end')}
        keep={t('impersonation.keep')}
        pending={revoke.pending}
        error={revoke.error}
        onConfirm={() => revoke.run({ record: { id: row.id } })}
        onClose={() => setOpen(false)}
      >
        {t('impersonation.active.endText', { name: row.staffName })}
      </ConfirmCommand>
    </>
  )
}

const DelayFields = ({
  days,
  text,
  onDays,
  onText,
}: {
  days: string
  text: string
  onDays: (days: string) => void
  onText: (text: string) => void
}) => {
  const t = useText()
  return (
    <>
      <Field label={t('impersonation.active.delayDays')} help={t('impersonation.active.delayDaysHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={days}
            onChange={({ target }) => onDays(target.value)}
            inputProps={{ ...field, inputMode: 'numeric', maxLength: 2 }}
          />
        )}
      </Field>
      <Field label={t('impersonation.active.delayReason')} help={t('impersonation.active.delayHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            multiline
            minRows={2}
            maxRows={6}
            value={text}
            onChange={({ target }) => onText(target.value)}
            inputProps={{ ...field, maxLength: 500 }}
          />
        )}
      </Field>
    </>
  )
}

const Delay = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState(String(MAX_NOTICE_DELAY_DAYS))
  const [text, setText] = useState('')
  const count = /^\d{1,2}$/.test(days.trim()) ? Number(days) : 0
  const delay = useImpersonationCommand(
    'delay-notice',
    t('impersonation.active.delayed', { smart_count: count }),
    () => setOpen(false),
  )
  const ready = count >= 1 && count <= MAX_NOTICE_DELAY_DAYS && text.trim().length >= MIN_TEXT
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          delay.reset()
          setOpen(true)
        }}
      >
        {t('impersonation.active.delay')}
      </Button>
      {open && (
        <FormDialog
          title={t('impersonation.active.delayTitle')}
          submit={t('impersonation.active.delay')}
          close={t('impersonation.keep')}
          missing={ready ? undefined : t('impersonation.active.delayMissing')}
          pending={delay.pending}
          error={delay.error}
          onSubmit={() =>
            delay.run({ record: { id: row.id }, body: { days: count, reasonText: text.trim() } })
          }
          onClose={() => setOpen(false)}
        >
          <DelayFields days={days} text={text} onDays={setDays} onText={setText} />
        </FormDialog>
      )}
    </>
  )
}

const ActiveRow = ({ row, account }: { row: ImpersonationRecord; account: string }) => {
  const t = useText()
  const now = useNow(1_000)
  const mayEnd = useCan('impersonation.approve')
  const mayDelay =
    useCan('impersonation.delay-notice') &&
    MAY_BE_TOLD_LATER.includes(row.reason) &&
    row.noticeDelayDays === null
  const expiresAt = row.expiresAt ?? row.requestedAt
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
        {t(`impersonation.reason.${row.reason}`)}: “{row.reasonText}”
      </p>
      <p className="cap c num">
        {t('impersonation.active.left', { time: countdown(Date.parse(expiresAt) - now) })},{' '}
        {t('impersonation.active.until', { time: wallClock(expiresAt, 'UTC').time })}.{' '}
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
