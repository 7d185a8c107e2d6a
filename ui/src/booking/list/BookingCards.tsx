import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { formatDayLong, todayIn } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import styles from './BookingList.module.css'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'

/** The list on a phone: one card each, grouped by the day of arrival. */
export const BookingCards = ({ rows }: { rows: readonly ListedBooking[] }) => {
  const t = useText()
  const { sort } = useListContext()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const ofAllAccounts = useSession()?.account === null
  const nameOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  const byDay = sort.field === 'checkIn'
  const days = byDay ? [...new Set(rows.map(({ checkIn }) => checkIn))] : ['']
  const heading = (day: string, zone: string) =>
    t(day === todayIn(zone) ? 'booking.list.arrivingToday' : 'booking.list.fromDay', {
      day: formatDayLong(day),
    })

  const card = (row: ListedBooking) => (
    <li key={row.id}>
      <Link to={to.booking(row.id)}>
        <span className={styles['row']}>
          <b>{row.guestName ?? t('calendar.guest')}</b>
          <BookingStatusChip booking={row} />
        </span>
        <span className={`${styles['row']} q`}>
          <span className="clip">
            {listings.get(row.listingId)?.title}
            {ofAllAccounts && <span className="c">, {nameOf(row.hostAccountId)}</span>}
            <span className="c num">, {t('booking.nightCount', { smart_count: row.nights })}</span>
          </span>
          <span className="c small nowrap">{row.code}</span>
        </span>
        <span className={styles['row']}>
          <StayDates start={row.checkIn} end={row.checkOut} />
          {row.hostPayoutMinor !== null && (
            <span className="strong">
              <Money amountMinor={row.hostPayoutMinor} currency={row.currency} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
  return (
    <div className={styles['cards']}>
      {days.map((day) => {
        const inDay = byDay ? rows.filter(({ checkIn }) => checkIn === day) : rows
        return (
          <section key={day}>
            {byDay && <h2 className="num">{heading(day, inDay[0]?.snapshot.timezone ?? 'UTC')}</h2>}
            <ul>{inDay.map(card)}</ul>
          </section>
        )
      })}
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </div>
  )
}
