import { useState, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useLogin } from 'react-admin'
import { problemText, statusOf } from '../data/problems.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../ui/Field.tsx'
import { Logo } from '../ui/icons.tsx'
import styles from './LoginPage.module.css'

/** Password sign-in; other ways to sign in come as further sections of the card. */
const LoginPage = () => {
  const t = useText()
  const login = useLogin()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    if (email === '' || password === '') return setProblem(t('login.missing'))
    setPending(true)
    setProblem(null)
    login({ email, password })
      .catch((error: unknown) => setProblem([401, 422].includes(statusOf(error)) ? t('login.wrong') : problemText(error, t)))
      .finally(() => setPending(false))
  }
  return (
    <main className={styles['page']}>
      <title>{`${t('login.title')} · Hearth`}</title>
      <div className={styles['brand']}><Logo /><span>Hearth</span></div>
      <section className={styles['card']}>
        <h1>{t('login.title')}</h1>
        <form onSubmit={submit} noValidate>
          <Field label={t('login.email')}>{(field) => <OutlinedInput {...field} name="email" type="email" autoComplete="username" required />}</Field>
          <Field label={t('login.password')}>{(field) => <OutlinedInput {...field} name="password" type="password" autoComplete="current-password" required />}</Field>
          {problem !== null && <p role="alert" className="bad-ink">{problem}</p>}
          <Button type="submit" variant="contained" color="primary" loading={pending}>{t('login.submit')}</Button>
        </form>
      </section>
    </main>
  )
}
export default LoginPage
