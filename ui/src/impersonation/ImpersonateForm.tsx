import { useState } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import { useMutation } from '@tanstack/react-query'
import { impersonation, IMPERSONATION_REASONS, MAY_BE_TOLD_LATER } from '@hearth/contracts/impersonation'
import {
  IMPERSONATION_MODES,
  IMPERSONATION_SCOPES,
  type ImpersonationScope,
} from '@hearth/contracts/kernel/access'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import type { Account } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Checkbox } from '../components/form/Checkbox.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { HostSearch } from '../components/form/HostSearch.tsx'
import styles from './Impersonate.module.css'
import { startImpersonation } from './impersonationSession.ts'

const MIN_TEXT = 20
const MAX_TEXT = 500

const zRequest = impersonation.commands.RequestImpersonation.schema.omit({ targetAccountId: true })
type Values = z.input<typeof zRequest>
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

const Scopes = ({
  scopes,
  onChange,
}: {
  scopes: readonly ImpersonationScope[]
  onChange: (scopes: ImpersonationScope[]) => void
}) => {
  const t = useText()
  // "Everything" is a scope of its own, not a sixth one beside five others.
  const toggle = (scope: ImpersonationScope) =>
    onChange(
      scopes.includes(scope)
        ? scopes.filter((one) => one !== scope)
        : scope === 'all'
          ? ['all']
          : [...scopes.filter((one) => one !== 'all'), scope],
    )
  const lonely =
    !scopes.includes('all') &&
    !scopes.includes('bookings') &&
    (scopes.includes('money') || scopes.includes('inbox'))
  return (
    <>
      <fieldset className={`${styles['choice']} ${styles['scopes']}`}>
        <legend>{t('impersonation.form.scopes')}</legend>
        {IMPERSONATION_SCOPES.map((scope) => {
          const label = t(`impersonation.scope.${scope}`)
          return (
            <label key={scope}>
              <Checkbox label={label} checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              <span aria-hidden>{label}</span>
            </label>
          )
        })}
      </fieldset>
      {lonely && <p className="small q">{t('impersonation.form.needsBookings')}</p>}
    </>
  )
}

/**
 * Which host to impersonate, why, and in which mode: viewing starts immediately, acting waits for a second
 * person or the host's code.
 */
export const ImpersonateForm = () => {
  const t = useText()
  const saved = useSaved()
  const mayAct = useCan('impersonation.act')
  const [account, setAccount] = useState<Account | null>(null)
  const start = useMutation({
    mutationFn: ({ id, scopes }: { id: string; scopes: readonly ImpersonationScope[] }) =>
      startImpersonation(id, scopes),
  })
  const ask = useCommand({
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
    command: ask,
    send: (request) => ask.run({ body: { targetAccountId: account?.id, ...request } }),
    mode: 'onSubmit',
  })
  const { control, values } = form
  const missing = useMissing(account, values)
  return (
    <Card title={t('impersonation.form.title')}>
      <div className={styles['form']}>
        <section>
          <h3>{t('impersonation.form.host')}</h3>
          <HostSearch chosen={account?.id} onChange={setAccount} />
        </section>
        <section>
          <h3>{t('impersonation.form.why')}</h3>
          <div className={styles['pair']}>
            <SelectField
              control={control}
              name="reason"
              label={t('impersonation.form.reason')}
              options={IMPERSONATION_REASONS.map((value) => ({
                value,
                label: t(`impersonation.reason.${value}`),
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
        </section>
        <section>
          <h3>{t('impersonation.form.what')}</h3>
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
          <Scopes scopes={values.scopes} onChange={(scopes) => form.set({ scopes })} />
          <ul className={styles['rules']}>
            <li>{t('impersonation.form.never')}</li>
            <li>
              {t(
                MAY_BE_TOLD_LATER.includes(values.reason)
                  ? 'impersonation.form.toldLater'
                  : 'impersonation.form.told',
              )}
            </li>
          </ul>
          <ProblemText error={form.error ?? start.error} />
          <div className={styles['submit']}>
            <Button
              variant="contained"
              color="primary"
              disabled={missing !== undefined}
              loading={form.pending || start.isPending}
              onClick={form.submit}
            >
              {t(values.mode === 'act_as' ? 'impersonation.form.ask' : 'impersonation.form.start', {
                account: account?.displayName ?? '…',
              })}
            </Button>
            {missing !== undefined && <span className="small q">{missing}</span>}
          </div>
        </section>
      </div>
    </Card>
  )
}
