import { Link } from 'react-router-dom'
import { StayDates } from '../../components/display/StayDates.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { Review } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { ReviewStatus } from '../ReviewStatus.tsx'
import { ReviewRating, ReviewTime, ReviewWords } from './ReviewCells.tsx'
import styles from './ReviewList.module.css'

/** The list on a phone: one card each. */
export const ReviewCards = ({ rows }: { rows: readonly Review[] }) => {
  const listings = useListings(rows.map(({ listingId }) => listingId))
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link className={styles['card']} data-row to={to.review(row.id)}>
              <span className={styles['row']}>
                <b className="clip">{row.guestName}</b>
                <ReviewStatus review={row} />
              </span>
              <span className={styles['row']}>
                <span className="q clip">{listings.get(row.listingId)?.title}</span>
                <ReviewRating review={row} />
              </span>
              <span className="small">
                <StayDates start={row.checkIn} end={row.checkOut} />
              </span>
              <span className={styles['words']}>
                <ReviewWords review={row} />
              </span>
              <span className="small">
                <ReviewTime review={row} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}
