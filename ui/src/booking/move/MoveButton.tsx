import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { useNow } from '../../components/dates/useNow.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import './texts.ts'

const MoveDialog = lazy(() => import('./MoveDialog.tsx'))

/** Opens the choice of another listing, until the stay begins; nothing for those who can’t move it. */
export const MoveButton = ({ booking }: { booking: ListedBooking }) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const begun = useNow(60_000) >= Date.parse(booking.checkInInstant)
  const may = useCan('booking.cancel')
  if (!may || begun || (booking.status !== 'confirmed' && booking.status !== 'overbooked')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('bookingMove.open')}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoveDialog booking={booking} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
