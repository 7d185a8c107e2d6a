import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Money } from '../../components/display/Money.tsx'
import { StayDates } from '../../components/display/StayDates.tsx'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import styles from './BookingList.module.css'

type Props = Readonly<{
  row: ListedBooking
  listing: string | undefined
  /** The host's, for those who see the bookings of all. */
  account?: string | undefined
  /** What has to be done about the stay. */
  footer?: ReactNode
}>

/** One stay in a list on a phone, as a link. */
export const BookingCard = ({ row, listing, account, footer }: Props) => {
  const t = useText()
  return (
    <Link className={styles['card']} to={to.booking(row.id)}>
      <span className={styles['row']}>
        <b>{row.guestName ?? t('app.guest')}</b>
        <BookingStatusChip booking={row} />
      </span>
      <span className={`${styles['row']} q`}>
        <span className="clip">
          {listing}
          {account !== undefined && <span className="c">, {account}</span>}
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
      {footer}
    </Link>
  )
}
