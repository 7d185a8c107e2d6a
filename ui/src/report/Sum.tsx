import type { ReportSum, ReportType } from '@hearth/contracts/report'
import { Money } from '../components/display/Money.tsx'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'

/** What a report counts, and its amount in each currency; of a difference, only what is not zero. */
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
  const amounts = sum.amounts.filter(({ amountMinor }) => !signed || amountMinor !== 0)
  if (signed && sum.quantity === 0 && amounts.length === 0)
    return <span className="q">{t('hostReport.changes.same')}</span>
  return (
    <span className={styles['sum']}>
      {(!signed || sum.quantity !== 0) && (
        <span className="num">
          {sum.quantity < 0 ? '−' : signed ? '+' : ''}
          {t(`hostReport.types.${type}.counts`, { smart_count: Math.abs(sum.quantity) })}
        </span>
      )}
      {amounts.map(({ currency, amountMinor }) => (
        <Money key={currency} amountMinor={amountMinor} currency={currency} signed={signed} />
      ))}
    </span>
  )
}
