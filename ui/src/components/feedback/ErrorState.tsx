import { Button } from '@mui/material'
import { problemCode, problemDetails, readProblemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { CopyButton } from '../action/CopyButton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { NarrowFirst } from './NarrowFirst.tsx'
import { Icon } from '../display/icons.tsx'

/** A part that failed to load: cause, retry, and what support needs. The rest of the page is kept. */
export const ErrorState = ({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) => {
  const t = useText()
  if (problemCode(error) === 'NARROW_FIRST')
    return (
      <div role="alert">
        <NarrowFirst error={error} />
      </div>
    )
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={title}
        text={readProblemText(error, t)}
        caption={problemCode(error) ?? ''}
        actions={
          <>
            <Button onClick={onRetry}>
              <Icon name="refresh" size={16} />
              {t('app.tryAgain')}
            </Button>
            <CopyButton text={problemDetails(error)} label={t('app.copyDetails')} />
          </>
        }
      />
    </div>
  )
}
