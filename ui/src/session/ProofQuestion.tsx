import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { Button, Dialog } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CAPABILITIES, type Capability } from '@hearth/contracts/kernel/access'
import type { SecurityAnswer } from '@hearth/contracts/user'
import { getJson } from '../data/http/http.ts'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode, problemText } from '../data/http/problems.ts'
import type { ProofAsked } from '../data/http/proof.ts'
import { useText } from '../i18n/text.ts'
import { CodeField } from '../components/form/CodeField.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import styles from './ProofDialog.module.css'
import { onProof, openProofWindow } from './proofWindow.ts'
import '../i18n/lazy/login.ts'

type Way = 'password' | 'code'
const isCapability = (name: string | null): name is Capability => name !== null && name in CAPABILITIES

const listWays = ({ hasPassword, totp }: SecurityAnswer): Way[] => [
  ...(hasPassword ? (['password'] as const) : []),
  ...(totp.enabledAt === null ? [] : (['code'] as const)),
]

/** Sends the password or code, and explains a refusal. */
const useProof = (asked: ProofAsked, way: Way | undefined) => {
  const t = useText()
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [missing, setMissing] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get(way ?? '') ?? '')
    setMissing(given === '')
    if (given === '' || way === undefined) return
    setPending(true)
    setError(null)
    post('/api/session/prove', { [way]: way === 'code' ? given.trim() : given }, { rotates: true }).then(
      () => {
        asked.answer(true)
        void client.invalidateQueries({ queryKey: ['session'] })
      },
      (failure: unknown) => {
        setPending(false)
        setError(failure)
      },
    )
  }
  const reset = () => {
    setError(null)
    setMissing(false)
  }
  const refusal = missing
    ? t('login.missing')
    : error === null
      ? undefined
      : problemCode(error) === 'STEP_UP_REQUIRED'
        ? t(way === 'code' ? 'login.wrongCode' : 'login.proof.wrongPassword')
        : problemText(error, t)
  return { pending, refusal, submit, reset }
}

/** Each linked provider confirms the person in a window of its own. */
const LinkedProviders = ({ providers }: { providers: SecurityAnswer['providers'] }) => {
  const t = useText()
  const [elsewhere, setElsewhere] = useState(false)
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          onClick={() => {
            setElsewhere(true)
            openProofWindow(to.loginProvider(id, { prove: '1' }))
          }}
        >
          {t('login.with', { name })}
        </Button>
      ))}
      {elsewhere && (
        <p role="status" className="small q">
          {t('login.proof.window')}
        </p>
      )}
    </>
  )
}

/** Password, code of the authenticator, or a provider: whichever this person has. */
const Ways = ({ security, asked }: { security: SecurityAnswer; asked: ProofAsked }) => {
  const t = useText()
  const ways = listWays(security)
  const linked = security.providers.filter(({ linkedAt }) => linkedAt !== null)
  const [way, setWay] = useState<Way | undefined>(ways[0])
  const { pending, refusal, submit, reset } = useProof(asked, way)
  const other = ways.find((one) => one !== way)

  useEffect(() => onProof(() => asked.answer(true)), [asked])

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {way === 'password' && (
        <PasswordField
          key="password"
          label={t('login.password')}
          kind="current-password"
          error={refusal}
          focused
        />
      )}
      {way === 'code' && <CodeField key="code" error={refusal} />}
      {way === undefined && linked.length === 0 && <p>{t('login.proof.nothing')}</p>}
      <LinkedProviders providers={linked} />
      <div className={styles['actions']}>
        {other && (
          <button
            type="button"
            className="link small"
            onClick={() => {
              setWay(other)
              reset()
            }}
          >
            {t(other === 'code' ? 'login.proof.useCode' : 'login.proof.usePassword')}
          </button>
        )}
        <span className="grow" />
        <Button onClick={() => asked.answer(false)}>{t('login.proof.cancel')}</Button>
        {way && (
          <Button type="submit" variant="contained" color="primary" loading={pending}>
            {t('login.proof.submit')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Why identity confirmation is required, and the ways to give it. */
const Question = ({ asked }: { asked: ProofAsked }) => {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['proof', 'security'],
    queryFn: ({ signal }) => getJson<SecurityAnswer>('/api/account/security', signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onClose={() => asked.answer(false)} aria-labelledby={id} fullWidth maxWidth="xs">
      <div className={styles['body']}>
        <h2 id={id}>{t('login.proof.title')}</h2>
        <p className="q">
          {isCapability(asked.capability)
            ? t('login.proof.text', { what: CAPABILITIES[asked.capability].title })
            : t('login.proof.plain')}
        </p>
        {data ? (
          <Ways security={data} asked={asked} />
        ) : error ? (
          <ErrorState title={t('login.proof.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={104} />
        )}
      </div>
    </Dialog>
  )
}
export default Question
