import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { DIRECT_SOURCES } from '@hearth/contracts/booking'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { useStay } from '../useStay.ts'
import styles from '../Inbox.module.css'

const GuestEmailDialog = lazy(() => import('./GuestEmailDialog.tsx'))

/** Opens the form for the guest's address, for those who may change it. */
const EditButton = ({ booking, label }: { booking: Booking; label: string }) => {
  const [open, setOpen] = useState(false)
  if (!useCan('booking.guest-email')) return null
  return (
    <>
      <Button variant="text" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <GuestEmailDialog booking={booking} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Where messages to the guest of a direct booking go, among the facts of the stay. */
export const GuestEmailFact = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const { guestEmail } = booking
  if (guestEmail === null || guestEmail === ERASED) return null
  return (
    <div>
      <dt>{t('thread.email.fact')}</dt>
      <dd className={styles['address']}>
        {guestEmail}
        <EditButton booking={booking} label={t('thread.email.change')} />
      </dd>
    </div>
  )
}

/** Says that no email goes to the guest of a direct booking, and what to do about it. */
export const NoGuestEmail = ({ bookingId, guest }: { bookingId: string; guest: string }) => {
  const t = useText()
  const booking = useStay(bookingId)
  if (!booking || booking.guestEmail !== null || !DIRECT_SOURCES.includes(booking.source)) return null
  if (guest === ERASED) return null
  return (
    <div className={styles['bar']}>
      <span className="small">{t('thread.email.missing', { guest })}</span>
      <EditButton booking={booking} label={t('thread.email.add')} />
    </div>
  )
}
