import { useListContext } from 'react-admin'
import { useSession } from '../../session/session.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { monthName } from '../../components/dates/localDate.ts'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { BookingCard } from './BookingCard.tsx'
import styles from './BookingList.module.css'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { useListings } from '../../data/queries/useListings.ts'

/** The list on a phone: one card each, grouped by the month of arrival. */
export const BookingCards = ({ rows }: { rows: readonly ListedBooking[] }) => {
  const { sort } = useListContext()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  const ofAllAccounts = useSession()?.account === null
  const nameOf = useAccountNames(ofAllAccounts ? rows.map(({ hostAccountId }) => hostAccountId) : [])
  const byMonth = sort.field === 'checkIn'
  const months = byMonth ? [...new Set(rows.map(({ checkIn }) => monthName(checkIn)))] : ['']

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
      {months.map((month) => (
        <section key={month}>
          {byMonth && <h2 className="num">{month}</h2>}
          <ul>{rows.filter(({ checkIn }) => !byMonth || monthName(checkIn) === month).map(card)}</ul>
        </section>
      ))}
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </div>
  )
}
