import { useEffect, useState } from 'react'
import { Button } from '@mui/material'
import { useParams, useSearchParams } from 'react-router-dom'
import { isOwnPath, type zProviderBegun } from '@hearth/contracts/login'
import type { z } from 'zod'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { rememberProof } from '../session/proofWindow.ts'
import { Actions, CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'
import { useGoal } from './useFinish.ts'
import { useProviders } from './useProviders.ts'
import '../i18n/lazy/login.ts'

/** Redirects to the provider; visible while that takes time and when the provider is unreachable. */
const Going = ({ id, name }: { id: string; name: string }) => {
  const t = useText()
  const goal = useGoal()
  const [search] = useSearchParams()
  const prove = search.has('prove')
  const { error, wait, ask } = useAsk()
  const [tries, setTries] = useState(1)
  useEffect(() => {
    const body = prove ? { prove: true } : goal !== to.today() && isOwnPath(goal) ? { redirect: goal } : {}
    void ask(async () => {
      const { url } = await post<z.infer<typeof zProviderBegun>>(`/api/login/idp/${id}`, body)
      if (prove) rememberProof()
      location.assign(url)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- once per try
  }, [tries])
  return (
    <SignInCard
      title={t(error === null ? 'login.providers.going' : 'login.providers.stuck', { name })}
      text={error === null ? t('login.providers.goingText') : undefined}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      {error !== null && (
        <>
          <LoginProblem error={error} wait={wait} wrong="problems.UNKNOWN" />
          <div style={{ height: 16 }} />
          <Actions>
            <Button disabled={wait > 0} onClick={() => setTries(tries + 1)}>
              {t('app.tryAgain')}
            </Button>
          </Actions>
        </>
      )}
    </SignInCard>
  )
}

/**
 * `/login/idp` offers the providers, and `/login/idp/{provider}` redirects to one; a provider that is not set
 * up is not found.
 */
const ProvidersPage = () => {
  const t = useText()
  const { provider } = useParams()
  const { data, error, refetch } = useProviders()
  const footer = <CardLink to={to.login()}>{t('login.back')}</CardLink>
  const chosen = data?.find(({ id }) => id === provider)
  if (chosen) return <Going id={chosen.id} name={chosen.name} />
  if (data && provider !== undefined)
    return (
      <SignInCard title={t('app.notFoundTitle')} text={t('login.providers.unknown')} footer={footer}>
        <Actions>
          <ProviderButtons />
        </Actions>
      </SignInCard>
    )
  return (
    <SignInCard
      title={t('app.titles.providers')}
      text={data?.length === 0 ? t('login.providers.none') : t('login.providers.text')}
      footer={footer}
    >
      {data ? (
        <Actions>
          {data.length === 0 ? (
            <LinkButton filled to={to.login()}>
              {t('login.byPassword')}
            </LinkButton>
          ) : (
            <ProviderButtons />
          )}
        </Actions>
      ) : error ? (
        <ErrorState title={t('login.providers.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={40} />
      )}
    </SignInCard>
  )
}
export default ProvidersPage
