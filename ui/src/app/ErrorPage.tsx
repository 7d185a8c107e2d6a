import { Button } from '@mui/material'
import { problemDetails, problemOf } from '../data/problems.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** A page that broke: what to do, and the digest by which support finds it. */
export const ErrorPage = ({ error }: { error: unknown }) => {
  const t = useText()
  const problem = problemOf(error)
  const details = `${problemDetails(error)}${error instanceof Error ? `, ${error.name}: ${error.message}` : ''}`
  return (
    <div role="alert">
      <PageHeader title={t('app.errorTitle')} />
      <Card><EmptyState
        icon="alert"
        title={t(problem && problem.status >= 500 ? 'app.errorServer' : 'app.errorClient', { host: location.host })}
        text={t('app.errorText')}
        caption={problem?.digest === undefined ? details : t('app.digest', { digest: problem.digest })}
        actions={
          <>
            <Button variant="contained" color="primary" onClick={() => location.reload()}><Icon name="refresh" size={16} />{t('app.tryAgain')}</Button>
            <CopyButton text={details} label={t('app.copyDetails')} />
          </>
        }
      /></Card>
    </div>
  )
}
