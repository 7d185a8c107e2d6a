import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '@mui/material'
import { isOwnPath } from '@hearth/contracts/login'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { useText } from '../i18n/text.ts'
import { formatCountdown } from '../components/dates/countdown.ts'
import { useNow } from '../components/dates/useNow.ts'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { Actions, CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { EmailField } from './EmailField.tsx'
import { useGoal } from './useFinish.ts'

const RESEND_AFTER_MS = 60_000

type Kind = 'link' | 'reset'

/** Requests the email; `sent` says where it was last sent, and when. */
const useLinkRequest = (kind: Kind) => {
  const goal = useGoal()
  const { ask, ...attempt } = useAsk()
  const [sent, setSent] = useState<{ email: string; at: number } | null>(null)
  const send = (email: string) =>
    ask(async () => {
      await post(kind === 'reset' ? '/api/login/forgot' : '/api/login/link', {
        email,
        ...(kind === 'link' && goal !== to.today() && isOwnPath(goal) ? { redirect: goal } : {}),
      })
      setSent({ email, at: Date.now() })
    })
  return { ...attempt, sent, send, startAgain: () => setSent(null) }
}

type Attempt = Pick<ReturnType<typeof useLinkRequest>, 'pending' | 'error' | 'wait'>

type SentProps = Attempt & Readonly<{ sentAt: number; onResend: () => void; onOther: () => void }>

/** What to do if the email does not arrive. */
const SentHelp = ({ sentAt, pending, error, wait, onResend, onOther }: SentProps) => {
  const t = useText()
  const now = useNow(1_000)
  const left = sentAt + RESEND_AFTER_MS - Math.max(now, sentAt)
  return (
    <>
      <p className="small q" style={{ marginBottom: 16 }}>
        {t('login.link.nothing')}
      </p>
      <LoginProblem error={error} wait={wait} wrong="problems.UNKNOWN" />
      <Actions>
        <Button disabled={left > 0 || wait > 0} loading={pending} onClick={onResend}>
          <span className="num">
            {left > 0 ? t('login.link.resendIn', { time: formatCountdown(left) }) : t('login.link.resend')}
          </span>
        </Button>
        <Button variant="text" onClick={onOther}>
          {t('login.link.other')}
        </Button>
      </Actions>
    </>
  )
}

type EmailFormProps = Attempt & Readonly<{ submit: string; onSend: (email: string) => void }>

const EmailForm = ({ submit, pending, error, wait, onSend }: EmailFormProps) => {
  const t = useText()
  const [missing, setMissing] = useState(false)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setMissing(email === '')
    if (email !== '') onSend(email)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <EmailField error={missing ? t('login.missing') : undefined} />
      {!missing && <LoginProblem error={error} wait={wait} wrong="login.link.notAnAddress" />}
      <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
        {submit}
      </Button>
    </form>
  )
}

type Props = Readonly<{
  kind?: Kind
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
  const { sent, send, startAgain, ...attempt } = useLinkRequest(kind)
  const footer = <CardLink to={to.login()}>{t('login.byPassword')}</CardLink>
  if (sent) {
    return (
      <SignInCard
        title={t('login.link.sentTitle')}
        text={t(kind === 'reset' ? 'login.reset.sentText' : 'login.link.sentText', { email: sent.email })}
        footer={footer}
      >
        <SentHelp {...attempt} sentAt={sent.at} onResend={() => void send(sent.email)} onOther={startAgain} />
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={title ?? t(kind === 'reset' ? 'app.titles.resetPassword' : 'login.link.title')}
      text={text ?? t(`login.${kind}.text`)}
      footer={footer}
    >
      <EmailForm {...attempt} submit={t(`login.${kind}.submit`)} onSend={(email) => void send(email)} />
      {children}
    </SignInCard>
  )
}
