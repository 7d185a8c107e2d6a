import {
  federalThreshold,
  isFederalDue,
  isStateDue,
  readTotals,
  stateThreshold,
  type Totals,
} from '@hearth/contracts/tax-profile'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { TaxTerms } from '@hearth/contracts/policy'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { moneyText } from '../components/display/Money.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { Card } from '../components/layout/Card.tsx'
import { usePolicy } from '../data/queries/usePolicy.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './TaxProfile.module.css'
import { useTaxPreview, useThisYear } from './useTaxPreview.ts'

type BarProps = Readonly<{ label: string; value: string; limit: string; text: string; share: number }>

/** How much of a limit is reached; a passed limit fills the bar. */
const Bar = ({ label, value, limit, text, share }: BarProps) => (
  <div className={styles['meter']}>
    <p className={styles['line']}>
      <b>{label}</b>
      <span className={styles['figure']}>
        <b className="num">{value}</b> <span className="small q num">{limit}</span>
      </span>
    </p>
    <div
      className={styles['bar']}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, share) * 100)}
      aria-valuetext={text}
    >
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </div>
  </div>
)

type Props = Readonly<{ totals: Totals; terms: TaxTerms; state: string | null }>

const Meter = ({ totals, terms, state }: Props) => {
  const t = useText()
  const limit = federalThreshold(terms)
  const own = stateThreshold(terms, state)
  const gross = moneyText(totals.grossMinor, 'USD')
  const grossLimit = t('taxProfile.meter.of', { limit: formatAmount(limit.grossMinor, 'USD') })
  const payments = formatCount(totals.payments)
  const paymentsLimit = t('taxProfile.meter.of', { limit: formatCount(limit.payments) })
  return (
    <>
      <Bar
        label={t('taxProfile.meter.gross')}
        value={gross}
        limit={grossLimit}
        text={`${gross} ${grossLimit}`}
        share={totals.grossMinor / limit.grossMinor}
      />
      <Bar
        label={t('taxProfile.meter.payments')}
        value={payments}
        limit={paymentsLimit}
        text={`${payments} ${paymentsLimit}`}
        share={totals.payments / limit.payments}
      />
      <p>{t(isFederalDue(terms, totals) ? 'taxProfile.meter.due' : 'taxProfile.meter.notDue')}</p>
      {state !== null && (
        <p className="small q">
          {own === undefined
            ? t('taxProfile.meter.stateFollows', { state })
            : t(
                isStateDue(terms, state, totals) ? 'taxProfile.meter.stateDue' : 'taxProfile.meter.stateNot',
                {
                  state,
                  limit: moneyText(own.grossMinor, 'USD'),
                  payments: own.payments,
                },
              )}
        </p>
      )}
    </>
  )
}

/** Whether a 1099-K of the year would be due by now, and the way to its draft. */
export const MeterCard = ({ state }: { state: string | null }) => {
  const t = useText()
  const year = useThisYear()
  const { data } = useTaxPreview(year)
  const terms = usePolicy('tax')
  if (data === undefined || terms === undefined) return null
  return (
    <Card title={t('taxProfile.meter.title', { year })}>
      <div className={styles['wide']}>
        <Meter
          totals={readTotals(data.forms.find(({ form }) => form === '1099-K')?.boxes ?? [])}
          terms={terms}
          state={state}
        />
        <LinkButton to={to.taxDraft({ year: String(year) })}>{t('taxProfile.meter.open')}</LinkButton>
      </div>
    </Card>
  )
}
