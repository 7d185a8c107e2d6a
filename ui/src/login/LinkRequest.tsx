import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { isOwnPath } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { useText } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { clock, LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { Actions, CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useGoal, useLoginState } from './useFinish.ts'

const RESEND_AFTER_MS = 60_000

type Props = Readonly<{
  kind?: 'link' | 'reset'
  title?: string
  text?: string
  /** Other ways to sign in, below the form. */
  children?: ReactNode
}>

/**
 * Requests a link by email, to sign in or to choose a new password. The answer is the same for every address.
 */
export const LinkRequest = ({ kind = 'link', title, text, children }: Props) => {
  const t = useText()
  const goal = useGoal()
  const { linking } = useLoginState()
  const { pending, error, wait, ask } = useAsk()
  const now = useNow(1_000)
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState<{ email: string; at: number } | null>(null)

  const send = (email: string) =>
    ask(async () => {
      await post(kind === 'reset' ? '/api/login/forgot' : '/api/login/link', {
        email,
        ...(kind === 'link' && goal !== to.today() && isOwnPath(goal) ? { redirect: goal } : {}),
      })
      setSent({ email, at: Date.now() })
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setMissing(email === '')
    if (email !== '') void send(email)
  }
  const footer = <CardLink to={to.login()}>{t('login.byPassword')}</CardLink>

  if (sent) {
    const left = Math.ceil((sent.at + RESEND_AFTER_MS - Math.max(now, sent.at)) / 1_000)
    return (
      <SignInCard
        title={t('login.link.sentTitle')}
        text={t(kind === 'reset' ? 'login.reset.sentText' : 'login.link.sentText', { email: sent.email })}
        footer={footer}
      >
        <p className="small q" style={{ marginBottom: 16 }}>
          {t('login.link.nothing')}
        </p>
        <LoginProblem error={error} wait={wait} wrong="problems.UNKNOWN" />
        <Actions>
          <Button disabled={left > 0 || wait > 0} loading={pending} onClick={() => void send(sent.email)}>
            <span className="num">
              {left > 0 ? t('login.link.resendIn', { time: clock(left) }) : t('login.link.resend')}
            </span>
          </Button>
          <Button variant="text" onClick={() => setSent(null)}>
            {t('login.link.other')}
          </Button>
        </Actions>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={title ?? t(`login.${kind}.title`)}
      text={text ?? t(`login.${kind}.text`)}
      footer={footer}
    >
      <form onSubmit={submit} noValidate>
        <Field label={t('login.email')} error={missing ? t('login.missing') : undefined}>
          {(field) => (
            <OutlinedInput
              {...field}
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={linking?.email}
              inputProps={{ maxLength: 254, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
            />
          )}
        </Field>
        {!missing && <LoginProblem error={error} wait={wait} wrong="login.link.notAnAddress" />}
        <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
          {t(`login.${kind}.submit`)}
        </Button>
      </form>
      {children}
    </SignInCard>
  )
}
