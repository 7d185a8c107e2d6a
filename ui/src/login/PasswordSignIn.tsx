import { useState, type SubmitEvent } from 'react'
import { Button } from '@mui/material'
import type { SignedIn } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { Icon } from '../components/display/icons.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { EmailField } from './EmailField.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { Actions, CardLink, Divider, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish, useLoginState } from './useFinish.ts'
import { useProviders } from './useProviders.ts'

type Credentials = Readonly<{ email: string; password: string }>

/** Signs in; `credentials` are set once they are accepted and a code is required. */
const useSignIn = () => {
  const finish = useFinish()
  const { ask, ...attempt } = useAsk()
  const [missing, setMissing] = useState(false)
  const [credentials, setCredentials] = useState<Credentials | null>(null)

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
  const submitPassword = (form: FormData) => {
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    setMissing(email === '' || password === '')
    if (email !== '' && password !== '') void signIn({ email, password })
  }
  const submitCode = (form: FormData) => {
    const code = String(form.get('code')).trim()
    setMissing(code === '')
    if (credentials && code !== '') void signIn(credentials, code)
  }
  return {
    attempt: { ...attempt, missing },
    credentials,
    submitPassword,
    submitCode,
    startAgain: () => setCredentials(null),
  }
}

type FormProps = Readonly<{
  /** How the last attempt ended; `missing`: a field was empty. */
  attempt: ReturnType<typeof useSignIn>['attempt']
  onSubmit: (form: FormData) => void
}>

const handleSubmit = (onSubmit: FormProps['onSubmit']) => (event: SubmitEvent<HTMLFormElement>) => {
  event.preventDefault()
  onSubmit(new FormData(event.currentTarget))
}

const CodeForm = ({ attempt: { missing, error, wait, pending }, onSubmit }: FormProps) => {
  const t = useText()
  return (
    <form onSubmit={handleSubmit(onSubmit)} noValidate>
      <CodeField error={missing ? t('login.missing') : undefined} />
      {!missing && <LoginProblem error={error} wait={wait} wrong="login.wrongCode" />}
      <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
        {t('login.code.submit')}
      </Button>
    </form>
  )
}

const PasswordForm = ({ attempt: { missing, error, wait, pending }, onSubmit }: FormProps) => {
  const t = useText()
  return (
    <form onSubmit={handleSubmit(onSubmit)} noValidate>
      <EmailField />
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
  )
}

/** Says which provider is linked after sign-in. */
const useLinkingText = () => {
  const t = useText()
  const { linking } = useLoginState()
  const { data: providers = [] } = useProviders()
  if (linking === undefined) return undefined
  const name = providers.find(({ id }) => id === linking.provider)?.name ?? linking.provider
  return t('login.linking', { email: linking.email, provider: name })
}

/** Other ways to sign in. */
const OtherWays = () => {
  const t = useText()
  const state = useLoginState()
  return (
    <Actions>
      {state.linking === undefined && <ProviderButtons />}
      <LinkButton to={to.loginByLink()} state={state}>
        <Icon name="mail" />
        {t('login.byLink')}
      </LinkButton>
    </Actions>
  )
}

/** Email and password; if the account has an authenticator, its code in the same card. */
export const PasswordSignIn = () => {
  const t = useText()
  const linkingText = useLinkingText()
  const { attempt, credentials, submitPassword, submitCode, startAgain } = useSignIn()
  if (credentials) {
    return (
      <SignInCard
        title={t('login.code.title')}
        text={t('login.code.text')}
        footer={
          <button type="button" className="link" onClick={startAgain}>
            {t('login.again')}
          </button>
        }
      >
        <CodeForm attempt={attempt} onSubmit={submitCode} />
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={t('app.titles.login')}
      text={linkingText}
      footer={<CardLink to={to.forgotPassword()}>{t('login.forgot')}</CardLink>}
    >
      <PasswordForm attempt={attempt} onSubmit={submitPassword} />
      <Divider>{t('login.or')}</Divider>
      <OtherWays />
    </SignInCard>
  )
}
