import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { BREAKDOWN_STAGES, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { useText } from '../../i18n/text.ts'
import styles from './Breakdown.module.css'
import type { View } from './useBreakdown.ts'

/** Where the money is: not available yet, available, on its way, or paid. Together they are the net. */
export const Stages = ({
  breakdown: { total },
  currency,
  view,
}: {
  breakdown: PayoutsBreakdown
  currency: Currency
  view: View
}) => {
  const t = useText()
  return (
    <section className={styles['stages']} aria-label={t('payout.stages')}>
      {BREAKDOWN_STAGES.map((stage) => (
        <button
          key={stage}
          type="button"
          aria-pressed={view.opened?.stage === stage && view.opened.group === undefined}
          onClick={() => view.open({ stage })}
        >
          <span>{t(`payout.stage.${stage}`)}</span>
          <b className="num">
            {formatAmount(total.stages[stage], currency)}
            <small>{currency}</small>
          </b>
          <small>{t(`payout.stageNote.${stage}`)}</small>
        </button>
      ))}
    </section>
  )
}
