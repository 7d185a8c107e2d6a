import { useState } from 'react'
import { Button } from '@mui/material'
import { z } from 'zod'
import { formatBps } from '@hearth/contracts/kernel/money'
import { zCost } from '@hearth/contracts/request'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { ExplainedDialog } from '../../components/dialog/ExplainedCommand.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { StaffExpense } from '../staff/StaffExpense.tsx'
import { AlreadyDecided } from './AlreadyDecided.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './RequestPage.module.css'
import { TimeLeft } from './TimeLeft.tsx'

type Estimated = RequestRecord &
  Readonly<{ amountMinor: number; currency: NonNullable<RequestRecord['currency']> }>
const isEstimated = (request: RequestRecord): request is Estimated =>
  request.amountMinor !== null && request.currency !== null

type Command = ReturnType<typeof useCommand>

const Approve = ({ request, command }: { request: Estimated; command: Command }) => {
  const t = useText()
  const { amountMinor, currency } = request
  const policy = usePolicy('request')
  const form = useCommandForm({
    schema: z.strictObject({ capMinor: zCost.refine((cap) => cap <= amountMinor) }),
    values: { capMinor: amountMinor },
    command,
    send: (body) => command.run({ record: request, body }),
  })
  useHotkey('acceptRequest', form.submit, { enabled: form.body !== undefined && !command.pending })
  return (
    <div className={styles['part']}>
      <h3>{t('request.expense.ifApprove')}</h3>
      {policy && (
        <p className="small q num">
          {t('request.expense.text', { share: formatBps(policy.expenseOverrunBps) })}
        </p>
      )}
      <CommandForm form={form}>
        <MoneyField
          control={form.control}
          name="capMinor"
          label={t('request.expense.amount')}
          currency={currency}
        />
        <div className={styles['buttons']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            aria-keyshortcuts="a"
            disabled={form.body === undefined}
            loading={command.pending}
          >
            {t('request.expense.approve')}
            <kbd className="only-desk">A</kbd>
          </Button>
        </div>
      </CommandForm>
    </div>
  )
}

const Decline = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  useHotkey('declineRequest', () => setAsking(true))
  return (
    <div className={styles['part']}>
      <h3>{t('request.expense.ifDecline')}</h3>
      <p>{t('request.expense.declineText')}</p>
      <div className={styles['buttons']}>
        <Button aria-keyshortcuts="d" onClick={() => setAsking(true)}>
          {t('request.decide.decline')}
          <kbd className="only-desk">D</kbd>
        </Button>
      </div>
      {asking && (
        <ExplainedDialog
          resource="requests"
          verb="decline-expense"
          id={request.id}
          field="reason"
          min={10}
          maxLength={500}
          label={t('request.decide.decline')}
          title={t('request.expense.declineTitle')}
          question={t('request.expense.why')}
          missing={t('request.expense.tooShort')}
          keep={t('request.decide.keep')}
          saved={t('request.expense.declined')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** What Hearth wants to spend: the owner approves an amount or declines, and what was decided. */
export const ExpenseRequest = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const saved = useSaved()
  const lockText = useLockText('request.approve-expense')
  const maySpend = useCan('request.expense')
  const approve = useCommand({
    resource: 'requests',
    verb: 'approve-expense',
    onSuccess: () => saved(t('request.expense.approved')),
  })
  const { kind, awaiting, dueAt } = request
  return (
    <div className={styles['decide']}>
      {awaiting === 'host' ? (
        <Card title={t('request.decide.title')}>
          {dueAt !== null && <TimeLeft kind={kind} dueAt={dueAt} />}
          {lockText === undefined && isEstimated(request) ? (
            <>
              <Approve request={request} command={approve} />
              <Decline request={request} />
            </>
          ) : (
            <p className={`small q ${styles['part']}`}>{lockText ?? t('request.expense.ownerOnly')}</p>
          )}
        </Card>
      ) : (
        <Outcome request={request} />
      )}
      <AlreadyDecided error={approve.error} />
      {maySpend && <StaffExpense request={request} />}
    </div>
  )
}
