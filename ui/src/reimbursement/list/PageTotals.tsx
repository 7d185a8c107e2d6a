import { formatAmount, sum, type Currency } from '@hearth/contracts/kernel/money'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './ReimbursementList.module.css'

type Totals = Readonly<{ currency: Currency; count: number; claimedMinor: number; approvedMinor: number }>

/** What the claims come to in each currency; nothing for readers who do not see amounts. */
export const sumClaims = (
  rows: readonly Pick<ListedReimbursement, 'currency' | 'claimedMinor' | 'approvedMinor'>[],
): readonly Totals[] =>
  rows.some(({ claimedMinor }) => claimedMinor === null)
    ? []
    : [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
        const those = rows.filter((row) => row.currency === currency)
        return {
          currency,
          count: those.length,
          claimedMinor: sum(those.map(({ claimedMinor }) => claimedMinor ?? 0)),
          approvedMinor: sum(those.map(({ approvedMinor }) => approvedMinor ?? 0)),
        }
      })

/** The sums of the claims that the page shows. */
export const PageTotals = ({ rows }: Readonly<{ rows: readonly ListedReimbursement[] }>) => {
  const t = useText()
  return sumClaims(rows).map(({ currency, count, claimedMinor, approvedMinor }) => (
    <p key={currency} className={`num ${styles['totals']}`}>
      {t('reimbursement.totals', {
        smart_count: count,
        claimed: `${formatAmount(claimedMinor, currency)} ${currency}`,
        approved: `${formatAmount(approvedMinor, currency)} ${currency}`,
      })}
    </p>
  ))
}
