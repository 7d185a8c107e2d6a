import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import styles from './Money.module.css'

type Props = {
  amountMinor: number
  currency: Currency
  /** Leaves the code out where the column or card has one currency. */ bare?: boolean
  /** `+` before income. */ signed?: boolean
}

/** `1,120.00 USD`: tabular digits, a true minus sign, the code smaller and lighter after the amount. */
export const Money = ({ amountMinor, currency, bare = false, signed = false }: Props) => (
  <span className="num nowrap">
    {signed && amountMinor > 0 ? '+' : ''}
    {formatAmount(amountMinor, currency)}
    {!bare && <span className={styles['currency']}>{currency}</span>}
  </span>
)

export const moneyText = (amountMinor: number, currency: Currency) =>
  `${formatAmount(amountMinor, currency)} ${currency}`
