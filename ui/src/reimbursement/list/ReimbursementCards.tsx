import { Link } from 'react-router-dom'
import { Money } from '../../components/display/Money.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { ReimbursementStatus } from '../parts/ReimbursementStatus.tsx'
import styles from './ReimbursementList.module.css'
import { nameItems, NextStep } from './useReimbursementColumns.tsx'

/** The list on a phone: one card each. */
export const ReimbursementCards = ({ rows }: Readonly<{ rows: readonly ListedReimbursement[] }>) => {
  const t = useText()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => {
          const { id, guestName, listingId, code, currency } = row
          const amount = row.approvedMinor ?? row.claimedMinor
          return (
            <li key={id}>
              <Link className={styles['card']} data-row to={to.reimbursement(id)}>
                <span className={styles['row']}>
                  <b className="clip">
                    {guestName ?? code}, {listings.get(listingId)?.title}
                  </b>
                </span>
                <span className={styles['amountRow']}>
                  <span className="q clip">{nameItems(row, t)}</span>
                  {amount !== null && (
                    <span className="strong nowrap">
                      <Money amountMinor={amount} currency={currency} />
                    </span>
                  )}
                </span>
                <span className={styles['row']}>
                  <ReimbursementStatus claim={row} />
                  <NextStep claim={row} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}
