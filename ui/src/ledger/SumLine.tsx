import type { Currency } from '@hearth/contracts/kernel/money'
import type { ExplainedEntry } from '@hearth/contracts/ledger'
import { useText } from '../i18n/text.ts'
import { Icon } from '../components/display/icons.tsx'
import styles from './ExplainTree.module.css'
import './texts.ts'

/** Whether the parts add up to their sum; red where they do not. */
export const SumLine = ({
  check,
  currency,
  small = false,
}: {
  check: ExplainedEntry['check']
  currency: Currency
  small?: boolean
}) => {
  const t = useText()
  return (
    <p
      className={[styles['sum'], !check.holds && styles['broken'], small && styles['small'], 'num']
        .filter(Boolean)
        .join(' ')}
    >
      <span className={styles['checked']}>
        <Icon name={check.holds ? 'check' : 'alert'} size={16} />
        {t(check.holds ? 'payout.sumChecks' : 'payout.sumFails')}
      </span>
      <span>
        {check.text} {currency}
      </span>
    </p>
  )
}
