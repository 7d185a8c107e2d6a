import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import type { zTotpBegun, zTotpEnabled } from '@hearth/contracts/user'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { CopyButton } from '../components/action/CopyButton.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { svgAddress } from '../components/display/svgAddress.ts'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { Actions, SignInCard } from '../sign-in-card/SignInCard.tsx'
import styles from '../sign-in-card/SignInCard.module.css'
import { useAsk } from '../sign-in-card/useAsk.ts'

type Begun = z.infer<typeof zTotpBegun>
type Enabled = z.infer<typeof zTotpEnabled>

/** Begins the enrolment, and sends the first code; the answer is the recovery codes. */
const useEnrolment = () => {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [missing, setMissing] = useState(false)
  const { pending, error, wait, ask } = useAsk()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask(async () => setBegun(await post<Begun>('/api/account/totp/begin', {})))
  }, [ask])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setMissing(code === '')
    if (code !== '')
      void ask(async () =>
        setCodes(
          (await post<Enabled>('/api/account/totp/enable', { code }, { rotates: true })).recoveryCodes,
        ),
      )
  }
  return { begun, codes, missing, pending, error, wait, submit }
}

const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const t = useText()
  return (
    <SignInCard title={t('login.enrol.codesTitle')} text={t('login.enrol.codesText')}>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p style={{ margin: '8px 0 16px -10px' }}>
        <CopyButton text={codes.join('\n')} label={t('login.enrol.copyCodes')} />
      </p>
      <Actions>
        <Button variant="contained" color="primary" onClick={onDone}>
          {t('login.enrol.done')}
        </Button>
      </Actions>
    </SignInCard>
  )
}

/** Staff must have a second step: sets up the authenticator during sign-in and shows the recovery codes. */
export const AuthenticatorSetup = ({ onDone, footer }: { onDone: () => void; footer: ReactNode }) => {
  const t = useText()
  const { begun, codes, missing, pending, error, wait, submit } = useEnrolment()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  // Signed in by an emailed link, or too long ago.
  if (begun === null && problemCode(error) === 'STEP_UP_REQUIRED') {
    return (
      <SignInCard title={t('login.enrol.title')} text={t('login.enrol.unproved')} footer={footer}>
        <Actions>
          <LinkButton to={to.forgotPassword()} filled>
            {t('login.enrol.choose')}
          </LinkButton>
        </Actions>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('login.enrol.title')} text={t('login.enrol.text')} footer={footer}>
      <form onSubmit={submit} noValidate>
        {begun ? (
          <img
            className={styles['qr']}
            src={svgAddress(begun.qr)}
            alt={t('login.enrol.qr')}
            width={184}
            height={184}
          />
        ) : (
          <Skeleton height={184} />
        )}
        {begun && (
          <p className="small q">
            {t('login.enrol.secret')}
            <br />
            <span className={styles['secret']}>{begun.secret}</span>
          </p>
        )}
        <CodeField digitsOnly error={missing ? t('login.missing') : undefined} focused={begun !== null} />
        {!missing && <LoginProblem error={error} wait={wait} wrong="login.wrongCode" />}
        <Button
          type="submit"
          variant="contained"
          color="primary"
          loading={pending && begun !== null}
          disabled={begun === null || wait > 0}
        >
          {t('login.enrol.submit')}
        </Button>
      </form>
    </SignInCard>
  )
}
