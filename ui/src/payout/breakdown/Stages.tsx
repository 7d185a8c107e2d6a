import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { BREAKDOWN_STAGES, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { isUnpaid } from '@hearth/contracts/today'
import { useToday } from '../../data/queries/useToday.ts'
import { to } from '../../navigation/paths.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Banner } from '../../components/feedback/Banner.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './Breakdown.module.css'
import type { View } from './useBreakdown.ts'

/** Why the available money of this currency is not paid out; undefined where it is. */
const useUnpaid = (currency: Currency) => {
  const { data } = useToday(null)
  return data?.waiting.filter(isUnpaid).find((item) => item.currency === currency)
}

/**
 * Where the money is: still to be earned; then not available yet, available, on its way, or paid, which
 * together are the net.
 */
export const Stages = ({
  breakdown: { total, expected },
  currency,
  view,
}: {
  breakdown: PayoutsBreakdown
  currency: Currency
  view: View
}) => {
  const t = useText()
  const unpaid = useUnpaid(currency)
  // All of it waits, whatever dates the page shows. A broken bank account can hold up some listings only.
  const waitingMinor = unpaid?.kind === 'bank_account_problem' ? 0 : (unpaid?.amountMinor ?? 0)
  const elsewhereMinor = waitingMinor - total.stages.available
  return (
    <>
      <section
        className={[styles['stages'], expected !== null && styles['withExpected']].filter(Boolean).join(' ')}
        aria-label={t('payout.stages')}
      >
        {expected !== null && (
          <button type="button" aria-pressed={view.expected} onClick={view.openExpected}>
            <span>{t('payout.expected.title')}</span>
            <b className="num">
              {formatAmount(expected.amountMinor, currency)}
              <small>{currency}</small>
            </b>
            <small>{t('payout.expected.note', { smart_count: expected.stays })}</small>
          </button>
        )}
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
            <small>
              {unpaid && stage === 'available'
                ? t(`payout.waitsFor.${unpaid.kind}`)
                : t(`payout.stageNote.${stage}`)}
            </small>
          </button>
        ))}
      </section>
      {unpaid && (
        <div className={styles['hold']}>
          <Banner
            icon="alert"
            title={`${unpaid.title}.`}
            action={
              <LinkButton size="small" to={to.payoutSettings()}>
                {t(`today.action.${unpaid.kind}`)}
              </LinkButton>
            }
          >
            {unpaid.text}
            {elsewhereMinor > 0 &&
              ` ${t('payout.otherDates', { amount: formatAmount(elsewhereMinor, currency), currency })}`}
          </Banner>
        </div>
      )}
    </>
  )
}
