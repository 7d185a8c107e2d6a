import { useGetList } from 'react-admin'
import { PhoneBookings } from '../../booking/phone/PhoneBookings.tsx'
import { formatClock, formatDayWithoutYear } from '../../components/dates/localDate.ts'
import type { ListedBooking, Thread } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSees } from '../../session/session.ts'
import { ResponseClock } from '../../thread/ResponseClock.tsx'
import '../../thread/texts.ts'
import styles from './BookingsPage.module.css'

/** Guests of these stays who wait for an answer, by listing and guest. */
const useWaitingGuests = (rows: readonly ListedBooking[]): ReadonlyMap<string, Thread> => {
  const sees = useSees('thread.read')
  const guestRef = [...new Set(rows.flatMap((row) => row.guestRef ?? []))].toSorted()
  const { data = [] } = useGetList<Thread>(
    'threads',
    {
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'place', order: 'ASC' },
      filter: { guestRef, awaiting: true },
    },
    { enabled: sees && guestRef.length > 0 },
  )
  return new Map(data.map((thread) => [`${thread.listingId} ${thread.guestRef}`, thread]))
}

/** Below each stay: how long its guest can wait for an answer, and when those in the house leave. */
const useFooters = (rows: readonly ListedBooking[]) => {
  const t = useText()
  const waiting = useWaitingGuests(rows)
  return (row: ListedBooking) => {
    const thread = waiting.get(`${row.listingId} ${row.guestRef}`)
    const leaves = row.status === 'in_stay'
    if (thread === undefined && !leaves) return null
    return (
      <span className={styles['footer']}>
        {thread && <ResponseClock {...thread} />}
        {leaves && (
          <span className="c num nowrap">
            {t('booking.list.phone.leaves', {
              day: formatDayWithoutYear(row.checkOut),
              time: formatClock(row.checkOutInstant, row.snapshot.timezone),
            })}
          </span>
        )}
      </span>
    )
  }
}

/** `/mobile/bookings`: stays, each with what its guest waits for. */
const PhoneBookingsPage = () => <PhoneBookings useFooters={useFooters} />
export default PhoneBookingsPage
