import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { Icon } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './SumTable.module.css'

type Line = Readonly<{ key: string; name: string; amountMinor: number }>

/** Amounts and their total, and whether they add up to it. */
export const SumTable = ({
  lines,
  total,
  totalMinor,
  currency,
}: Readonly<{ lines: readonly Line[]; total: string; totalMinor: number; currency: Currency }>) => {
  const t = useText()
  const right = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === totalMinor
  return (
    <>
      <table className={styles['lines']}>
        <tbody>
          {lines.map(({ key, name, amountMinor }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{formatAmount(amountMinor, currency)}</td>
            </tr>
          ))}
          <tr className={styles['sum']}>
            <th scope="row">{total}</th>
            <td>
              <Money amountMinor={totalMinor} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={`${styles['check']} ${right ? 'ok-ink' : 'bad-ink'}`}>
        <Icon name={right ? 'check' : 'alert'} size={16} />
        {t(right ? 'reimbursement.money.addsUp' : 'reimbursement.money.doesNotAddUp')}
      </p>
    </>
  )
}
