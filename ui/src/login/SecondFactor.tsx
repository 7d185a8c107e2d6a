import { useState, type SubmitEvent } from 'react'
import { Button } from '@mui/material'
import { useLogout } from 'react-admin'
import type { SignedIn } from '@hearth/contracts/login'
import { endSession } from '../session/authProvider.ts'
import { post } from '../data/http/post.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useFinish } from './useFinish.ts'

/** The second step of an open session: after a link or a provider, or for staff without an authenticator. */
export const SecondFactor = ({ needed }: { needed: NonNullable<SignedIn['secondFactor']> }) => {
  const t = useText()
  const finish = useFinish()
  const logout = useLogout()
  const { pending, error, wait, ask } = useAsk()
  const [missing, setMissing] = useState(false)
  const done = () => finish({ redirect: null, secondFactor: null, linked: null })
  const leave = (
    <button type="button" className="link" onClick={() => void endSession().then(() => logout())}>
      {t('login.again')}
    </button>
  )

  if (needed === 'enrol') return <AuthenticatorSetup onDone={() => void done()} footer={leave} />

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(code === '')
    if (code !== '')
      void ask(async () => {
        await post('/api/session/prove', { code }, { rotates: true })
        await done()
      })
  }
  return (
    <SignInCard title={t('login.code.title')} text={t('login.code.text')} footer={leave}>
      <form onSubmit={submit} noValidate>
        <CodeField error={missing ? t('login.missing') : undefined} />
        {!missing && <LoginProblem error={error} wait={wait} wrong="login.wrongCode" />}
        <Button type="submit" variant="contained" color="primary" loading={pending} disabled={wait > 0}>
          {t('login.code.submit')}
        </Button>
      </form>
    </SignInCard>
  )
}
