import { useState } from 'react'
import { problemCode, problemText, readStatus } from '../data/http/problems.ts'
import { useText, type TextKey } from '../i18n/text.ts'
import { formatCountdown } from '../components/dates/countdown.ts'
import '../i18n/lazy/login.ts'

/** Counts down on screen; screen readers announce only the first time. */
const Countdown = ({ wait }: { wait: number }) => {
  const t = useText()
  const [first] = useState(wait)
  return (
    <p role="alert" className="bad-ink num">
      <span className="sr">{t('login.tryIn', { time: formatCountdown(first * 1_000) })}</span>
      <span aria-hidden>
        {wait > 0 ? t('login.tryIn', { time: formatCountdown(wait * 1_000) }) : t('login.tryNow')}
      </span>
    </p>
  )
}

/** Why a sign-in failed. `wrong`: the text for wrong credentials. */
export const LoginProblem = ({ error, wait, wrong }: { error: unknown; wait: number; wrong: TextKey }) => {
  const t = useText()
  if (error === null) return null
  const code = problemCode(error)
  if (code === 'RATE_LIMITED') return <Countdown wait={wait} />
  const isWrong =
    code === 'UNAUTHENTICATED' ||
    code === 'TOTP_REQUIRED' ||
    code === 'STEP_UP_REQUIRED' ||
    readStatus(error) === 422
  return (
    <p role="alert" className="bad-ink">
      {isWrong ? t(wrong) : code === 'DEPENDENCY_UNAVAILABLE' ? t('login.closed') : problemText(error, t)}
    </p>
  )
}
