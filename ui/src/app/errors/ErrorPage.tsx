import { useEffect } from 'react'
import { Button } from '@mui/material'
import { Navigate } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { problemDetails, readProblem, readStatus } from '../../data/http/problems.ts'
import { PageLoadError, reloadWhenOnline } from '../loadPage.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'

/** Replaces a page that failed: signed out, not allowed and not found have their own pages. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const status = readStatus(error)
  if (status === 401) return <SignedOut />
  if (status === 403)
    return (
      <Navigate to={to.unauthorized()} replace state={{ capability: readProblem(error)?.['capability'] }} />
    )
  if (error instanceof PageLoadError) return <MissingPage />
  return status === 404 ? <NotFound /> : <BrokenPage error={error} />
}

const SignedOut = () => {
  useEffect(() => queryClient.removeQueries({ queryKey: ['session'] }), [])
  return <Navigate to={to.login()} replace />
}

/** The code of the page did not arrive. The window loads again by itself when there is a network. */
const MissingPage = () => {
  const t = useText()
  useEffect(reloadWhenOnline, [])
  return (
    <div role="alert">
      <PageHeader title={t('app.missingTitle')} />
      <Card>
        <EmptyState
          icon="offline"
          title={t('app.missingHint')}
          text={t('app.missingText')}
          actions={<TryAgain />}
        />
      </Card>
    </div>
  )
}

const TryAgain = () => {
  const t = useText()
  return (
    <Button variant="contained" color="primary" onClick={() => location.reload()}>
      <Icon name="refresh" size={16} />
      {t('app.tryAgain')}
    </Button>
  )
}

/** What to do next, and the digest by which support finds the error. */
const BrokenPage = ({ error }: { error: unknown }) => {
  const t = useText()
  const problem = readProblem(error)
  const cause = error instanceof Error ? `, ${error.name}: ${error.message}` : ''
  const details = `${problemDetails(error)}${cause}`
  return (
    <div role="alert">
      <PageHeader title={t('app.errorTitle')} />
      <Card>
        <EmptyState
          icon="alert"
          title={t(problem && problem.status >= 500 ? 'app.errorServer' : 'app.errorClient', {
            host: location.host,
          })}
          text={t('app.errorText')}
          caption={problem?.digest === undefined ? details : t('app.digest', { digest: problem.digest })}
          actions={
            <>
              <TryAgain />
              <CopyButton text={details} label={t('app.copyDetails')} />
            </>
          }
        />
      </Card>
    </div>
  )
}
