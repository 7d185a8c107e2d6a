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

/** Changes the password, which ends every other session of this person. */
export const PasswordCard = ({ security: { email, hasPassword } }: { security: SecurityAnswer }) => {
  const t = useText()
  const saved = useSaved()
  const name = useSession()?.user.name ?? ''
  const [shown, setShown] = useState(false)
  const change = usePost('/api/account/password', {
    touches: [SECURITY, SESSIONS],
    rotates: true,
    onSuccess: () => {
      form.reset()
      saved(t('account.security.password.changed'))
    },
  })
  const form = useCommandForm({
    schema: zChangePassword.refine(({ next }) => passwordProblem(next, [email, name]) === undefined, {
      path: ['next'],
    }),
    values: hasPassword ? BOTH : NEXT,
    command: change,
    send: change.run,
  })
  const type = shown ? 'text' : 'password'
  return (
    <Card title={t('account.security.password.title')}>
      <CommandForm form={form} className={styles['body']}>
        <p className="q">
          {t(hasPassword ? 'account.security.password.text' : 'account.security.password.none')}
        </p>
        <div className={styles['fields']}>
          <input
            className="sr"
            type="text"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
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
            wrong={t('account.security.password.problem', {
              what: passwordProblem(form.values.next, [email, name]) ?? '',
            })}
            autoComplete="new-password"
            input={{ maxLength: 200 }}
          />
          <label className={styles['find']} style={{ alignItems: 'center' }}>
            <Checkbox
              label={t('account.security.password.show')}
              checked={shown}
              onChange={() => setShown(!shown)}
            />
            <span aria-hidden>{t('account.security.password.show')}</span>
          </label>
        </div>
        <ProblemText error={form.error} />
        <Button type="submit" disabled={form.body === undefined} loading={form.pending}>
          {t(hasPassword ? 'account.security.password.change' : 'account.security.password.set')}
        </Button>
      </CommandForm>
    </Card>
  )
}
