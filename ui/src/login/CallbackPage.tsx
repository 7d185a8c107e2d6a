import { useEffect, useRef, useState } from 'react'
import { Button } from '@mui/material'
import { useLocation } from 'react-router-dom'
import type { SignedIn } from '@hearth/contracts/login'
import { finishProof, isProofWindow } from '../session/proofWindow.ts'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode, readProblem } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { Actions, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish, type LoginState } from './useFinish.ts'
import '../i18n/lazy/login.ts'

const KNOWN = ['STATE_MISMATCH', 'IDP_DENIED', 'EMAIL_UNVERIFIED', 'ACCOUNT_LINK_REQUIRED'] as const
const isKnown = (code: string | null): code is (typeof KNOWN)[number] =>
  (KNOWN as readonly (string | null)[]).includes(code)

/** The provider to link after signing in another way; the server keeps its answer for a while. */
const readLinking = (error: unknown): LoginState['linking'] => {
  const problem = readProblem(error)
  return typeof problem?.['provider'] === 'string' && typeof problem['email'] === 'string'
    ? { provider: problem['provider'], email: problem['email'] }
    : undefined
}

const WayOn = ({ error }: { error: unknown }) => {
  const t = useText()
  const code = problemCode(error)
  const linking = readLinking(error)
  if (code === 'ACCOUNT_LINK_REQUIRED' && linking) {
    const state = { linking } satisfies LoginState
    return (
      <Actions>
        <LinkButton filled to={to.login()} state={state}>
          {t('login.callback.ACCOUNT_LINK_REQUIRED.toPassword')}
        </LinkButton>
        <LinkButton to={to.loginByLink()} state={state}>
          {t('login.byLink')}
        </LinkButton>
      </Actions>
    )
  }
  return (
    <Actions>
      {code !== 'EMAIL_UNVERIFIED' && <ProviderButtons />}
      <LinkButton to={to.login()}>{t('login.callback.others')}</LinkButton>
    </Actions>
  )
}

/** `/login/auth`, to which a provider redirects. Its answer is removed from the address and redeemed once. */
const CallbackPage = () => {
  const t = useText()
  const finish = useFinish()
  const { search } = useLocation()
  const { error, wait, ask } = useAsk()
  const [proved, setProved] = useState(false)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const query = search.slice(1)
    window.history.replaceState(window.history.state, '', location.pathname)
    void ask(async () => {
      const answer = await post<SignedIn>(
        '/api/login/auth',
        { query: query === '' ? 'nothing' : query },
        { rotates: true },
      )
      if (!isProofWindow()) return finish(answer)
      setProved(true)
      finishProof()
    })
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is redeemed once
  }, [])
  if (proved) return <SignInCard title={t('login.callback.proved')} />
  if (error === null) return <SignInCard title={t('app.titles.signingIn')} text={t('login.callback.text')} />
  const code = problemCode(error)
  if (isProofWindow()) {
    return (
      <SignInCard
        title={t('login.callback.notProved')}
        text={<LoginProblem error={error} wait={wait} wrong="login.callback.STATE_MISMATCH.text" />}
      >
        <Actions>
          <Button onClick={() => window.close()}>{t('login.callback.close')}</Button>
        </Actions>
      </SignInCard>
    )
  }
  const known = isKnown(code)
  return (
    <SignInCard
      title={known ? t(`login.callback.${code}.title`) : t('login.callback.failed')}
      text={
        known ? (
          t(`login.callback.${code}.text`)
        ) : (
          <LoginProblem error={error} wait={wait} wrong="login.callback.STATE_MISMATCH.text" />
        )
      }
    >
      <WayOn error={error} />
    </SignInCard>
  )
}
export default CallbackPage
