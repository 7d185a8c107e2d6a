import { Button } from '@mui/material'
import { problemDetails, problemOf } from '../data/problems.ts'
import { useText } from '../i18n/text.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** A page that broke: what to do, and the digest by which support finds it. */
export const ErrorPage = ({ error, resetErrorBoundary }: { error: unknown; resetErrorBoundary?: (() => void) | undefined }) => {
  const t = useText()
  const digest = problemOf(error)?.digest
  const details = `${problemDetails(error)}${error instanceof Error ? `, ${error.name}: ${error.message}` : ''}`
  return (
    <div role="alert">
      <PageHeader title={t('app.errorTitle')} />
      <EmptyState
        icon="alert"
        title={t('app.errorTitle')}
        text={t('app.errorText')}
        caption={digest ?? details}
        actions={
          <>
            <Button variant="contained" color="primary" onClick={() => (resetErrorBoundary ? resetErrorBoundary() : location.reload())}><Icon name="refresh" size={16} />{t('app.tryAgain')}</Button>
            <CopyButton text={details} label={t('app.copyDetails')} />
          </>
        }
      />
    </div>
  )
}
