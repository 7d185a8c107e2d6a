import { useState, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useParams } from 'react-router-dom'
import type { z } from 'zod'
import type { zOwnerChangeStopped } from '@hearth/contracts/account'
import { CodeField } from '../../components/form/CodeField.tsx'
import { Field } from '../../components/form/Field.tsx'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { post } from '../../data/http/post.ts'
import { problemCode } from '../../data/http/problems.ts'
import { ownerChangeTexts } from '../../i18n/en/ownerChange.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { LoginProblem } from '../../sign-in-card/LoginProblem.tsx'
import { CardLink, SignInCard } from '../../sign-in-card/SignInCard.tsx'
import { StoppedCard } from '../../sign-in-card/StoppedCard.tsx'
import { useAsk } from '../../sign-in-card/useAsk.ts'

addTexts({ ownerChange: ownerChangeTexts })

type Stopped = z.infer<typeof zOwnerChangeStopped>
type Login = Readonly<{ email: string; password: string; code?: string }>
/** What the person must show first: nothing is known yet, their password, or also their code. */
type Needs = 'session' | 'password' | 'code'
const OVER = ['NOT_FOUND', 'INVALID_TRANSITION', 'VALIDATION_FAILED']

/** Stops the change with the session; without one, with the credentials that the person enters. */
const useStop = () => {
  const { accountId: hostAccountId, changeId } = useParams()
  const [needs, setNeeds] = useState<Needs>('session')
  const [stopped, setStopped] = useState<Stopped>()
  const { ask, ...attempt } = useAsk()
  const stop = (login?: Login) =>
    ask(async () => {
      try {
        setStopped(await post<Stopped>('/api/owner-changes/stop', { hostAccountId, changeId, login }))
      } catch (failure) {
        const code = problemCode(failure)
        if (code === 'UNAUTHENTICATED' && login === undefined) setNeeds('password')
        else if (code === 'TOTP_REQUIRED' && login?.code === undefined) setNeeds('code')
        else throw failure
      }
    })
  return { attempt, needs, stopped, stop }
}

type FormProps = Pick<ReturnType<typeof useStop>, 'attempt' | 'needs' | 'stop'>

const StopForm = ({ attempt: { pending, error, wait }, needs, stop }: FormProps) => {
  const t = useText()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (needs === 'session') return void stop()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    const code = needs === 'code' ? { code: String(form.get('code')).trim() } : {}
    void stop({ email, password, ...code })
  }
  return (
    <form onSubmit={submit} noValidate>
      {needs !== 'session' && (
        <>
          <Field label={t('login.email')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                name="email"
                type="email"
                inputProps={{ ...field, autoComplete: 'username', maxLength: 254 }}
              />
            )}
          </Field>
          <PasswordField label={t('login.password')} kind="current-password" />
        </>
      )}
      {needs === 'code' && <CodeField />}
      <LoginProblem error={error} wait={wait} wrong={needs === 'code' ? 'login.wrongCode' : 'login.wrong'} />
      <Button type="submit" variant="contained" color="error" loading={pending} disabled={wait > 0}>
        {t('ownerChange.page.stop')}
      </Button>
    </form>
  )
}

/**
 * Linked from the email about a change of owners. Only the button stops it, and only for a person who shows
 * who they are: an owner who was removed has no account to sign in to.
 */
const StopOwnerChangePage = () => {
  const t = useText()
  const { stopped, ...form } = useStop()
  if (stopped)
    return (
      <StoppedCard
        title={t('ownerChange.page.stopped', { name: stopped.accountName })}
        text={t('ownerChange.page.next')}
      />
    )
  if (OVER.some((code) => code === problemCode(form.attempt.error)))
    return <StoppedCard title={t('ownerChange.page.over')} text={t('ownerChange.page.overText')} />
  return (
    <SignInCard
      title={t('ownerChange.page.title')}
      text={t(form.needs === 'session' ? 'ownerChange.page.text' : 'ownerChange.page.signIn')}
      footer={<CardLink to={to.forgotPassword()}>{t('login.forgot')}</CardLink>}
    >
      <StopForm {...form} />
    </SignInCard>
  )
}
export default StopOwnerChangePage
