import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { PayoutsBreakdown } from '@hearth/contracts/ledger'
import { SumLine } from '../../ledger/SumLine.tsx'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Money } from '../../components/display/Money.tsx'
import styles from './Breakdown.module.css'

/** Why the earnings of a period differ from its payouts. */
export const BridgeCard = ({
  breakdown: { bridge },
  currency,
}: {
  breakdown: PayoutsBreakdown
  currency: Currency
}) => {
  const t = useText()
  const lines = [
    ['earned', bridge.earnedMinor],
    ['notPaid', -bridge.notPaidMinor],
    ['others', bridge.paidForOthersMinor],
  ] as const
  return (
    <Card title={t('payout.bridge.title')}>
      <table className={styles['bridge']}>
        <tbody>
          {lines.map(([key, amountMinor]) => (
            <tr key={key}>
              <th scope="row">{t(`payout.bridge.${key}`)}</th>
              <td>{formatAmount(amountMinor, currency)}</td>
            </tr>
          ))}
          <tr className={styles['sum']}>
            <th scope="row">{t('payout.bridge.paid')}</th>
            <td>
              <Money amountMinor={bridge.paidMinor} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <div className={styles['line']}>
        <SumLine check={bridge.check} currency={currency} />
      </div>
    </Card>
  )
}
