import { Link } from 'react-router-dom'
import { CoverThumb } from '../../components/display/CoverThumb.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { ListingStatusChip } from '../listingStatus.tsx'
import { BaseNight } from './BaseNight.tsx'
import styles from './ListingList.module.css'
import { NextArrival } from './NextArrival.tsx'
import { useArrivals } from './useArrivals.ts'
import { WaitingFor } from './WaitingFor.tsx'

/** The list on a phone. */
export const ListingCards = ({ rows }: { rows: readonly Listing[] }) => {
  const t = useText()
  const { today, next, loaded, complete } = useArrivals(rows)
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id} className={styles['card']}>
            <span className={styles['row']}>
              <Link className={`${styles['name']} clip`} to={to.listing(row.id)}>
                <CoverThumb listing={row} />
                {row.title}
              </Link>
              <ListingStatusChip listing={row} />
            </span>
            <span className={styles['row']}>
              <span className="q">{row.place}</span>
              <WaitingFor listing={row} />
            </span>
            <span className={styles['row']}>
              <span className="small">
                {loaded && (
                  <>
                    <span className="c">{t('listings.checkIn')}</span>{' '}
                    <NextArrival listingId={row.id} today={today} found={next.get(row.id)} ask={!complete} />
                  </>
                )}
              </span>
              <BaseNight listing={row} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}
