import { useState } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import { passwordProblem, zChangePassword, type SecurityAnswer } from '@hearth/contracts/user'
import { useSession } from '../../session/session.ts'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { SECURITY, SESSIONS } from './useSecurity.ts'

type Values = z.input<typeof zChangePassword>
const NEXT: Values = { next: '' }
const BOTH: Values = { current: '', next: '' }

/** The form, and why the new password is too weak. */
const usePasswordForm = ({ email, hasPassword }: SecurityAnswer) => {
  const t = useText()
  const saved = useSaved()
  const name = useSession()?.user.name ?? ''
  const change = usePost('/api/account/password', {
    touches: [SECURITY, SESSIONS],
    rotates: true,
    onSuccess: () => {
      form.reset()
      saved(t('account.security.password.changed'))
    },
  })
  const findProblem = (password: string) => passwordProblem(password, [email, name])
  const form = useCommandForm({
    schema: zChangePassword.refine(({ next }) => findProblem(next) === undefined, { path: ['next'] }),
    values: hasPassword ? BOTH : NEXT,
    command: change,
    send: change.run,
  })
  return { form, weakness: findProblem(form.values.next) }
}

/** Password managers read from it whose password this is. */
const HiddenUsername = ({ email }: { email: string }) => (
  <input
    className="sr"
    type="text"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden
  />
)

const ShowPasswords = ({ shown, onChange }: { shown: boolean; onChange: () => void }) => {
  const t = useText()
  const label = t('account.security.password.show')
  return (
    <label className={styles['find']} style={{ alignItems: 'center' }}>
      <Checkbox label={label} checked={shown} onChange={onChange} />
      <span aria-hidden>{label}</span>
    </label>
  )
}

/** Changes the password, which ends every other session of this person. */
export const PasswordCard = ({ security }: { security: SecurityAnswer }) => {
  const t = useText()
  const { email, hasPassword } = security
  const { form, weakness = '' } = usePasswordForm(security)
  const [shown, setShown] = useState(false)
  const type = shown ? 'text' : 'password'
  return (
    <Card title={t('account.security.password.title')}>
      <CommandForm form={form} className={styles['body']}>
        <p className="q">
          {t(hasPassword ? 'account.security.password.text' : 'account.security.password.none')}
        </p>
        <div className={styles['fields']}>
          <HiddenUsername email={email} />
          {hasPassword && (
            <TextField
              control={form.control}
              name="current"
              type={type}
              label={t('account.security.password.current')}
              autoComplete="current-password"
              input={{ maxLength: 200 }}
            />
          )}
          <TextField
            control={form.control}
            name="next"
            type={type}
            label={t('account.security.password.next')}
            help={t('account.security.password.help')}
            wrong={t('account.security.password.problem', { what: weakness })}
            autoComplete="new-password"
            input={{ maxLength: 200 }}
          />
          <ShowPasswords shown={shown} onChange={() => setShown(!shown)} />
        </div>
        <ProblemText error={form.error} />
        <Button type="submit" disabled={form.body === undefined} loading={form.pending}>
          {t(hasPassword ? 'account.security.password.change' : 'account.security.password.set')}
        </Button>
      </CommandForm>
    </Card>
  )
}
