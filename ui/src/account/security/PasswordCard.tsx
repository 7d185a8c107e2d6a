import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { passwordProblem, type SecurityAnswer } from '@hearth/contracts/user'
import { useSession } from '../../session/session.ts'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { SECURITY, SESSIONS } from './useSecurity.ts'

/** Changes the password, which ends every other session of this person. */
export const PasswordCard = ({ security: { email, hasPassword } }: { security: SecurityAnswer }) => {
  const t = useText()
  const saved = useSaved()
  const name = useSession()?.user.name ?? ''
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [shown, setShown] = useState(false)
  const change = usePost('/api/account/password', {
    touches: [SECURITY, SESSIONS],
    rotates: true,
    onSuccess: () => {
      setCurrent('')
      setNext('')
      saved(t('account.security.password.changed'))
    },
  })
  const problem = next === '' ? undefined : passwordProblem(next, [email, name])
  const ready = next !== '' && problem === undefined && (current !== '' || !hasPassword)
  const type = shown ? 'text' : 'password'
  return (
    <Card title={t('account.security.password.title')}>
      <form
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) change.run(hasPassword ? { current, next } : { next })
        }}
      >
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
            <Field label={t('account.security.password.current')}>
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  type={type}
                  value={current}
                  onChange={({ target }) => setCurrent(target.value)}
                  inputProps={{ ...field, maxLength: 200, autoComplete: 'current-password' }}
                />
              )}
            </Field>
          )}
          <Field
            label={t('account.security.password.next')}
            help={t('account.security.password.help')}
            error={problem && t('account.security.password.problem', { what: problem })}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                type={type}
                error={error}
                value={next}
                onChange={({ target }) => setNext(target.value)}
                inputProps={{ ...field, maxLength: 200, autoComplete: 'new-password' }}
              />
            )}
          </Field>
          <label className={styles['find']} style={{ alignItems: 'center' }}>
            <Checkbox
              label={t('account.security.password.show')}
              checked={shown}
              onChange={() => setShown(!shown)}
            />
            <span aria-hidden>{t('account.security.password.show')}</span>
          </label>
        </div>
        <ProblemText error={change.error} />
        <Button type="submit" disabled={!ready} loading={change.pending}>
          {t(hasPassword ? 'account.security.password.change' : 'account.security.password.set')}
        </Button>
      </form>
    </Card>
  )
}
