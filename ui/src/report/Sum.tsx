import type { ReportSum, ReportType } from '@hearth/contracts/report'
import { Money } from '../components/display/Money.tsx'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'

/** What a report counts, and its amount in each currency. */
export const Sum = ({
  sum,
  type,
  signed = false,
}: {
  sum: ReportSum
  type: ReportType
  signed?: boolean
}) => {
  const t = useText()
  return (
    <span className={styles['sum']}>
      <span className="num">
        {signed && sum.quantity > 0 ? '+' : ''}
        {String(sum.quantity).replace('-', '−')} {t(`hostReport.types.${type}.counts`)}
      </span>
      {sum.amounts.map(({ currency, amountMinor }) => (
        <Money key={currency} amountMinor={amountMinor} currency={currency} signed={signed} />
      ))}
    </span>
  )
}
