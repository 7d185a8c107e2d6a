import { useListContext } from 'react-admin'
import { useSession } from '../../session/session.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { formatDayLong, todayIn } from '../../components/dates/localDate.ts'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { BookingCard } from './BookingCard.tsx'
import styles from './BookingList.module.css'
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
      <BookingCard
        row={row}
        listing={listings.get(row.listingId)?.title}
        account={ofAllAccounts ? nameOf(row.hostAccountId) : undefined}
      />
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
