import { Link } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import type { LocalDate } from '../../components/dates/localDate.ts'
import { Day } from '../../components/display/StayDates.tsx'
import styles from './ListingList.module.css'
import { useNextStays } from '../useNextStays.ts'

type Props = {
  listingId: string
  today: LocalDate
  found: ListedBooking | undefined
  /** The listing may have an arrival that is beyond the loaded list. */
  ask: boolean
}

export const NextArrival = ({ listingId, today, found, ask }: Props) => {
  const t = useText()
  const { data, isPending } = useNextStays(listingId, today, 1, ask && found === undefined)
  const stay = found ?? data?.[0]
  if (stay)
    return (
      <>
        <Day date={stay.checkIn} />
        <span className="c">
          ,{' '}
          <Link className={styles['guest']} to={to.booking(stay.id)}>
            {stay.guestName ?? t('app.guest')}
          </Link>
        </span>
      </>
    )
  return <span className="c">{ask && isPending ? '' : t('listings.nobody')}</span>
}
