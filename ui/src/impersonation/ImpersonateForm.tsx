import { useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import {
  IMPERSONATION_REASONS,
  MAY_BE_TOLD_LATER,
  type ImpersonationReason,
} from '@hearth/contracts/impersonation'
import {
  IMPERSONATION_MODES,
  IMPERSONATION_SCOPES,
  type ImpersonationMode,
  type ImpersonationScope,
} from '@hearth/contracts/kernel/access'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import type { Account } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Checkbox } from '../components/form/Checkbox.tsx'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { HostSearch } from '../components/form/HostSearch.tsx'
import styles from './Impersonate.module.css'
import { startImpersonation } from './impersonationSession.ts'

const MIN_TEXT = 20
const MAX_TEXT = 500

type Draft = Readonly<{
  account: Account | null
  reason: ImpersonationReason
  text: string
  ticket: string
  mode: ImpersonationMode
  scopes: readonly ImpersonationScope[]
}>
const first: Draft = {
  account: null,
  reason: 'support_ticket',
  text: '',
  ticket: '',
  mode: 'read_only',
  scopes: ['bookings', 'calendar'],
}

const bodyOf = ({ account, reason, text, ticket, mode, scopes }: Draft) => ({
  targetAccountId: account?.id,
  mode,
  scopes,
  reason,
  reasonText: text.trim(),
  ticketRef: ticket.trim() === '' ? null : ticket.trim(),
})

/** Why the request cannot be sent yet. */
const useMissing = ({ account, text, scopes }: Draft) => {
  const t = useText()
  const length = text.trim().length
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
  onChange: (scopes: readonly ImpersonationScope[]) => void
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
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const start = useMutation({
    mutationFn: ({ id, scopes }: { id: string; scopes: readonly ImpersonationScope[] }) =>
      startImpersonation(id, scopes),
  })
  const ask = useCommand({
    resource: 'impersonations',
    touches: ['access-log'],
    onSuccess: ({ id }) => {
      if (draft.mode === 'read_only') return start.mutate({ id, scopes: draft.scopes })
      setDraft(first)
      saved(t('impersonation.form.asked'))
    },
  })
  const missing = useMissing(draft)
  const account = draft.account?.displayName ?? '…'
  return (
    <Card title={t('impersonation.form.title')}>
      <div className={styles['form']}>
        <section>
          <h3>{t('impersonation.form.host')}</h3>
          <HostSearch chosen={draft.account?.id} onChange={(one) => set({ account: one })} />
        </section>
        <section>
          <h3>{t('impersonation.form.why')}</h3>
          <div className={styles['pair']}>
            <Field label={t('impersonation.form.reason')}>
              {({ error: _error, ...field }) => (
                <Select
                  native
                  value={draft.reason}
                  onChange={({ target }) => set({ reason: target.value })}
                  inputProps={field}
                >
                  {IMPERSONATION_REASONS.map((reason) => (
                    <option key={reason} value={reason}>
                      {t(`impersonation.reason.${reason}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t('impersonation.form.ticket')} help={t('impersonation.form.ticketHelp')}>
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  value={draft.ticket}
                  onChange={({ target }) => set({ ticket: target.value })}
                  inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
                />
              )}
            </Field>
          </div>
          <Field label={t('impersonation.form.reasonText')} help={t('impersonation.form.reasonHelp')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                multiline
                minRows={2}
                maxRows={6}
                value={draft.text}
                onChange={({ target }) => set({ text: target.value })}
                inputProps={{ ...field, maxLength: MAX_TEXT }}
              />
            )}
          </Field>
        </section>
        <section>
          <h3>{t('impersonation.form.what')}</h3>
          <fieldset className={styles['choice']}>
            <legend>{t('impersonation.form.modeTitle')}</legend>
            {IMPERSONATION_MODES.map((mode) => (
              <label key={mode}>
                <input
                  type="radio"
                  name="mode"
                  checked={draft.mode === mode}
                  disabled={mode === 'act_as' && !mayAct}
                  onChange={() => set({ mode })}
                />
                <span>
                  {t(`impersonation.form.modes.${mode}.name`)}
                  <small>
                    {mode === 'act_as' && !mayAct
                      ? t('impersonation.form.onlyLook')
                      : t(`impersonation.form.modes.${mode}.text`)}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          <Scopes scopes={draft.scopes} onChange={(scopes) => set({ scopes })} />
          <ul className={styles['rules']}>
            <li>{t('impersonation.form.never')}</li>
            <li>
              {t(
                MAY_BE_TOLD_LATER.includes(draft.reason)
                  ? 'impersonation.form.toldLater'
                  : 'impersonation.form.told',
              )}
            </li>
          </ul>
          <ProblemText error={ask.error ?? start.error} />
          <div className={styles['submit']}>
            <Button
              variant="contained"
              color="primary"
              disabled={missing !== undefined}
              loading={ask.pending || start.isPending}
              onClick={() => ask.run({ body: bodyOf(draft) })}
            >
              {t(draft.mode === 'act_as' ? 'impersonation.form.ask' : 'impersonation.form.start', {
                account,
              })}
            </Button>
            {missing !== undefined && <span className="small q">{missing}</span>}
          </div>
        </section>
      </div>
    </Card>
  )
}
