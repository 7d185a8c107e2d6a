import { useState } from 'react'
import type { z } from 'zod'
import { useMutation } from '@tanstack/react-query'
import { impersonation, IMPERSONATION_REASONS, MAY_BE_TOLD_LATER } from '@hearth/contracts/impersonation'
import { IMPERSONATION_MODES, type ImpersonationScope } from '@hearth/contracts/kernel/access'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import type { Account } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm, type FieldsForm } from '../components/form/useCommandForm.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { HostSearch } from '../components/form/HostSearch.tsx'
import { SubmitRow } from '../components/form/SubmitRow.tsx'
import styles from './Impersonate.module.css'
import { ScopeChoice } from './ScopeChoice.tsx'
import { startImpersonation } from './impersonationSession.ts'

const MIN_TEXT = 20
const MAX_TEXT = 500

const zRequest = impersonation.commands.RequestImpersonation.schema.omit({ targetAccountId: true })
type Values = z.input<typeof zRequest>
type RequestForm = FieldsForm<Values, z.output<typeof zRequest>>
const UNFILLED: Values = {
  reason: 'support_ticket',
  reasonText: '',
  ticketRef: null,
  mode: 'read_only',
  scopes: ['bookings', 'calendar'],
}

/** Why the request cannot be sent yet. */
const useMissing = (account: Account | null, { reasonText, scopes }: Values) => {
  const t = useText()
  const length = reasonText.trim().length
  if (account === null) return t('impersonation.form.missingHost')
  if (length < MIN_TEXT)
    return length === 0
      ? t('impersonation.form.missingText')
      : t('impersonation.form.short', { smart_count: MIN_TEXT - length })
  return scopes.length === 0 ? t('impersonation.form.pickScope') : undefined
}

const ReasonFields = ({ form: { control } }: { form: RequestForm }) => {
  const t = useText()
  return (
    <>
      <div className={styles['pair']}>
        <SelectField
          control={control}
          name="reason"
          label={t('impersonation.form.reason')}
          options={IMPERSONATION_REASONS.map((value) => ({
            value,
            label: t(`impersonationBanner.reason.${value}`),
          }))}
        />
        <TextField
          optional
          control={control}
          name="ticketRef"
          label={t('impersonation.form.ticket')}
          help={t('impersonation.form.ticketHelp')}
          input={{ maxLength: 80, autoComplete: 'off' }}
        />
      </div>
      <TextField
        control={control}
        name="reasonText"
        rows={2}
        label={t('impersonation.form.reasonText')}
        help={t('impersonation.form.reasonHelp')}
        input={{ maxLength: MAX_TEXT }}
      />
    </>
  )
}

const ModeField = ({ form: { control } }: { form: RequestForm }) => {
  const t = useText()
  const mayAct = useCan('impersonation.act')
  return (
    <RadioField
      control={control}
      name="mode"
      label={t('impersonation.form.modeTitle')}
      className={styles['choice']}
      options={IMPERSONATION_MODES.map((value) => ({
        value,
        label: t(`impersonation.form.modes.${value}.name`),
        text:
          value === 'act_as' && !mayAct
            ? t('impersonation.form.onlyLook')
            : t(`impersonation.form.modes.${value}.text`),
        disabled: value === 'act_as' && !mayAct,
      }))}
    />
  )
}

/** What is never possible, and when the host is notified. */
const Rules = ({ reason }: Pick<Values, 'reason'>) => {
  const t = useText()
  return (
    <ul className={styles['rules']}>
      <li>{t('impersonation.form.never')}</li>
      <li>
        {t(MAY_BE_TOLD_LATER.includes(reason) ? 'impersonation.form.toldLater' : 'impersonation.form.told')}
      </li>
    </ul>
  )
}

/** Requests the impersonation of the chosen host. Viewing starts as soon as the request is accepted. */
const useRequestForm = () => {
  const t = useText()
  const saved = useSaved()
  const [account, setAccount] = useState<Account | null>(null)
  const start = useMutation({
    mutationFn: ({ id, scopes }: { id: string; scopes: readonly ImpersonationScope[] }) =>
      startImpersonation(id, scopes),
  })
  const request = useCommand({
    resource: 'impersonations',
    touches: ['access-log'],
    onSuccess: ({ id }) => {
      if (form.values.mode === 'read_only') return start.mutate({ id, scopes: form.values.scopes })
      form.reset()
      setAccount(null)
      saved(t('impersonation.form.asked'))
    },
  })
  const form = useCommandForm({
    schema: zRequest,
    values: UNFILLED,
    command: request,
    send: (body) => request.run({ body: { targetAccountId: account?.id, ...body } }),
    mode: 'onSubmit',
    draft: { name: 'impersonate', fields: ['reasonText', 'ticketRef'] },
  })
  return {
    form,
    account,
    setAccount,
    pending: form.pending || start.isPending,
    error: form.error ?? start.error,
  }
}

/**
 * Which host to impersonate, why, and in which mode: viewing starts immediately, acting waits for a second
 * person or the host's code.
 */
export const ImpersonateForm = () => {
  const t = useText()
  const { form, account, setAccount, pending, error } = useRequestForm()
  const { scopes, mode, reason } = form.values
  const missing = useMissing(account, form.values)
  return (
    <Card title={t('impersonation.form.title')}>
      <div className={styles['form']}>
        <section>
          <h3>{t('impersonation.form.host')}</h3>
          <HostSearch chosen={account?.id} onChange={setAccount} />
        </section>
        <section>
          <h3>{t('impersonation.form.why')}</h3>
          <ReasonFields form={form} />
        </section>
        <section>
          <h3>{t('impersonation.form.what')}</h3>
          <ModeField form={form} />
          <ScopeChoice scopes={scopes} onChange={(changed) => form.set({ scopes: changed })} />
          <Rules reason={reason} />
          <ProblemText error={error} />
          <SubmitRow missing={missing} pending={pending} onSubmit={form.submit}>
            {t(mode === 'act_as' ? 'impersonation.form.ask' : 'impersonation.form.start', {
              account: account?.displayName ?? '…',
            })}
          </SubmitRow>
        </section>
      </div>
    </Card>
  )
}
