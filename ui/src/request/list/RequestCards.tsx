import { Link } from 'react-router-dom'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedRequest } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { RequestClock } from '../RequestClock.tsx'
import { RequestStatus } from '../RequestStatus.tsx'
import { useRequestName } from '../useRequestTitle.ts'
import styles from './RequestList.module.css'
import { RequestAmount, RequestDates } from './useRequestColumns.tsx'

/** The list on a phone: one card each. */
export const RequestCards = ({ rows }: { rows: readonly ListedRequest[] }) => {
  const t = useText()
  const nameOf = useRequestName()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link className={styles['card']} data-row to={to.request(row.id)}>
              <span className={styles['row']}>
                <b className="clip">{nameOf(row)}</b>
                <RequestStatus request={row} />
              </span>
              <span className="q clip">
                {t(`request.kind.${row.kind}`)}, {listings.get(row.listingId)?.title}
              </span>
              <span className={styles['row']}>
                <RequestDates {...row} />
                <span className={`strong ${styles['amount']}`}>
                  <RequestAmount {...row} />
                </span>
              </span>
              <span className="small">
                <RequestClock request={row} />
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
