import { useState, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { SignedIn } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { Field } from '../components/form/Field.tsx'
import { Icon } from '../components/display/icons.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { Actions, CardLink, Divider, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish, useLoginState } from './useFinish.ts'
import { useProviders } from './useProviders.ts'

type Credentials = Readonly<{ email: string; password: string }>

/** Email and password; if the account has an authenticator, its code in the same card. */
export const PasswordSignIn = () => {
  const t = useText()
  const state = useLoginState()
  const finish = useFinish()
  const { pending, error, wait, ask } = useAsk()
  const [missing, setMissing] = useState(false)
  /** Set once they are accepted and a code is required. */
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const { data: providers = [] } = useProviders()

  const signIn = (given: Credentials, code?: string) =>
    ask(async () => {
      try {
        await finish(
          await post<SignedIn>('/api/login', { ...given, ...(code === undefined ? {} : { code }) }),
        )
      } catch (failure) {
        if (problemCode(failure) !== 'TOTP_REQUIRED' || code !== undefined) throw failure
        setCredentials(given)
      }
    })

  const submitPassword = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    setMissing(email === '' || password === '')
    if (email !== '' && password !== '') void signIn({ email, password })
  }
  const submitCode = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(code === '')
    if (credentials && code !== '') void signIn(credentials, code)
  }

  if (credentials) {
    return (
      <SignInCard
        title={t('login.code.title')}
        text={t('login.code.text')}
        footer={
          <button type="button" className="link" onClick={() => setCredentials(null)}>
            {t('login.again')}
          </button>
        }
      >
        <form onSubmit={submitCode} noValidate>
          <CodeField error={missing ? t('login.missing') : undefined} />
          {!missing && <LoginProblem error={error} wait={wait} wrong="login.wrongCode" />}
          <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
            {t('login.code.submit')}
          </Button>
        </form>
      </SignInCard>
    )
  }
  const linkingName =
    providers.find(({ id }) => id === state.linking?.provider)?.name ?? state.linking?.provider
  return (
    <SignInCard
      title={t('login.title')}
      text={
        state.linking && linkingName !== undefined
          ? t('login.linking', { email: state.linking.email, provider: linkingName })
          : undefined
      }
      footer={<CardLink to={to.forgotPassword()}>{t('login.forgot')}</CardLink>}
    >
      <form onSubmit={submitPassword} noValidate>
        <Field label={t('login.email')}>
          {(field) => (
            <OutlinedInput
              {...field}
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={state.linking?.email}
              inputProps={{ maxLength: 254, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
            />
          )}
        </Field>
        <PasswordField label={t('login.password')} kind="current-password" />
        {missing ? (
          <p role="alert" className="bad-ink">
            {t('login.missing')}
          </p>
        ) : (
          <LoginProblem error={error} wait={wait} wrong="login.wrong" />
        )}
        <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
          {t('login.submit')}
        </Button>
      </form>
      <Divider>{t('login.or')}</Divider>
      <Actions>
        {state.linking === undefined && <ProviderButtons />}
        <LinkButton to={to.loginByLink()} state={state}>
          <Icon name="mail" />
          {t('login.byLink')}
        </LinkButton>
      </Actions>
    </SignInCard>
  )
}
