import { readStatus } from '../data/http/problems.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'

/** The booking doesn't exist, or couldn't be loaded. */
export const BookingFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useText()
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <Card>
      {missing ? (
        <EmptyState
          icon="search"
          title={t('booking.unknown')}
          text={t('problems.NOT_FOUND')}
          actions={
            <LinkButton filled to={to.bookings()}>
              {t('booking.toList')}
            </LinkButton>
          }
        />
      ) : (
        <ErrorState title={t('booking.failed')} error={error} onRetry={() => void onRetry()} />
      )}
    </Card>
  )
}
