import { Button } from '@mui/material'
import type { OpenBooking } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { useBookingHistory } from '../useBooking.ts'
import { readFirstName } from './firstName.ts'

/** The cancellation was undone, here or in another window: who did it, instead of an empty form. */
export const Kept = ({ booking, onAgain }: { booking: OpenBooking; onAgain: () => void }) => {
  const t = useText()
  const { data } = useBookingHistory(booking.id)
  const who = data?.find(({ type }) => type === 'BookingCancellationRevoked')?.who
  return (
    <Card>
      <EmptyState
        icon="check"
        title={
          who === undefined || who.kind === 'you'
            ? t('cancel.keptByYou')
            : t('cancel.keptBy', { who: who.name })
        }
        text={t('cancel.keptText', { guest: readFirstName(booking.guestName) })}
        actions={
          <>
            <LinkButton filled to={to.booking(booking.id)}>
              {t('cancel.toBooking')}
            </LinkButton>
            <Button onClick={onAgain}>{t('cancel.cancelAgain')}</Button>
          </>
        }
      />
    </Card>
  )
}
