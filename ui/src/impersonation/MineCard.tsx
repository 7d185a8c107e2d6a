import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { addHours } from '@hearth/contracts/kernel/dates'
import { START_WITHIN_HOURS } from '@hearth/contracts/impersonation'
import { useCan, useSession } from '../session/session.ts'
import type { ImpersonationRecord } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmedCommand } from '../components/dialog/ConfirmedCommand.tsx'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import styles from './Impersonate.module.css'
import { utc } from '../components/dates/instants.ts'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { startImpersonation } from './impersonationSession.ts'
import { useAccountNames } from '../data/queries/useAccountNames.ts'

const CodeForm = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  const [code, setCode] = useState('')
  const saved = useSaved()
  const use = useCommand({
    resource: 'impersonations',
    verb: 'approve-by-code',
    touches: ['access-log'],
    onSuccess: () => saved(t('impersonation.mine.approved')),
  })
  const digits = code.replace(/\s/g, '')
  const right = /^\d{6}$/.test(digits)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (right) use.run({ record: { id: row.id }, body: { code: digits } })
      }}
    >
      <Field label={t('impersonation.mine.code')} help={t('impersonation.mine.codeHelp')}>
        {({ error: _error, ...field }) => (
          <span className={styles['code']}>
            <OutlinedInput
              value={code}
              onChange={({ target }) => setCode(target.value)}
              inputProps={{ ...field, inputMode: 'numeric', maxLength: 8, autoComplete: 'off' }}
            />
            <Button type="submit" disabled={!right} loading={use.pending}>
              {t('impersonation.mine.useCode')}
            </Button>
          </span>
        )}
      </Field>
      <ProblemText error={use.error} />
    </form>
  )
}

const Withdraw = ({ row }: { row: ImpersonationRecord }) => {
  const t = useText()
  return (
    <ConfirmedCommand
      quiet
      resource="impersonations"
      verb="deny"
      id={row.id}
      touches={['access-log']}
      body={{ reasonText: t('impersonation.mine.withdrawn') }}
      label={t('impersonation.mine.withdraw')}
      title={t('impersonation.mine.withdrawTitle')}
      text={t('impersonation.mine.withdrawText')}
      keep={t('impersonation.keep')}
      saved={t('impersonation.mine.gone')}
    />
  )
}

const MineRow = ({ row, account }: { row: ImpersonationRecord; account: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const mayWithdraw = useCan('impersonation.approve')
  const start = useMutation({ mutationFn: () => startImpersonation(row.id, row.scopes) })
  const waits = row.mode === 'act_as' && row.state === 'requested'
  return (
    <li>
      <p className={styles['line']}>
        <span className="strong">
          {t('impersonation.mine.as', { mode: t(`impersonation.mode.${row.mode}`), account })}
        </span>
        <StatusChip tone={waits ? 'warn' : 'ok'}>
          {waits
            ? t('impersonation.mine.waiting')
            : row.approvedHow === null
              ? t('impersonation.state.approved')
              : t(row.approvedHow === 'staff' ? 'impersonation.mine.byStaff' : 'impersonation.mine.byCode')}
        </StatusChip>
      </p>
      <p className="small q">“{row.reasonText}”</p>
      <p className="cap c num">
        {t('impersonation.mine.asked', {
          instant: utc(row.requestedAt),
          until: format(addHours(row.requestedAt, START_WITHIN_HOURS), 'UTC'),
        })}
      </p>
      {waits && <CodeForm row={row} />}
      <ProblemText error={start.error} />
      <div className={styles['acts']}>
        {!waits && (
          <Button
            size="small"
            variant="contained"
            color="primary"
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('impersonation.mine.start')}
          </Button>
        )}
        {mayWithdraw && <Withdraw row={row} />}
      </div>
    </li>
  )
}

/** My requests that I have not started yet. */
export const MineCard = ({ rows }: { rows: readonly ImpersonationRecord[] }) => {
  const t = useText()
  const me = useSession()?.user.id
  const mine = rows.filter(({ staffUserId, state }) => staffUserId === me && state !== 'active')
  const nameOf = useAccountNames(mine.map(({ targetAccountId }) => targetAccountId))
  return (
    <Card title={t('impersonation.mine.title')} note={mine.length}>
      {mine.length === 0 ? (
        <p className={styles['empty']}>{t('impersonation.mine.none')}</p>
      ) : (
        <ul className={styles['rows']}>
          {mine.map((row) => (
            <MineRow key={row.id} row={row} account={nameOf(row.targetAccountId)} />
          ))}
        </ul>
      )}
    </Card>
  )
}
