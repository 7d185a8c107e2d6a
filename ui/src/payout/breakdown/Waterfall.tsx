import { useMediaQuery } from '@mui/material'
import { formatAmount, formatBps, type Currency } from '@hearth/contracts/kernel/money'
import { BREAKDOWN_PARTS, type BreakdownPart, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { SumLine } from '../../ledger/SumLine.tsx'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { usePhonePage } from '../../components/list/useCards.ts'
import type { View } from './useBreakdown.ts'
import styles from './Waterfall.module.css'
import { computeBars, type Bar } from './waterfall.ts'

const ALWAYS: readonly BreakdownPart[] = ['gross', 'platform_fee', 'adjustments', 'withholding']
/** The bars' share of the chart's height; the rest is for the amounts above them. */
const SCALE = 0.84

/** The note below a step: the rate of the fee, or how many kinds of adjustments. */
const useNote = ({ total, adjustments }: PayoutsBreakdown) => {
  const t = useText()
  const gross = total.parts.gross
  return (key: BreakdownPart | 'net') => {
    if (key === 'net') return t('payout.note.net', { smart_count: total.entries })
    if (key === 'gross') return t('payout.note.gross')
    if (total.parts[key] === 0) return t('payout.note.none')
    if (key === 'platform_fee' && gross > 0)
      return t('payout.note.platform_fee', {
        percent: formatBps(Math.round((-total.parts.platform_fee * 10_000) / gross)),
      })
    return key === 'adjustments' ? t('payout.note.adjustments', { smart_count: adjustments.length }) : ''
  }
}

/** On a phone: the steps below each other, each with its amount beside its name and its bar below. */
const RowBar = ({ bar, amountMinor, currency }: { bar: Bar; amountMinor: number; currency: Currency }) => (
  <>
    <i style={{ left: `${bar.bottom * 100}%`, width: `max(${bar.height * 100}%, 2px)` }} />
    <b className="num">
      {formatAmount(amountMinor, currency)}
      <span className="sr"> {currency}</span>
    </b>
  </>
)

/** A bar with its amount, and the line that leads to the next one. */
const StepBar = ({
  bar,
  amountMinor,
  currency,
  last,
}: {
  bar: Bar
  amountMinor: number
  currency: Currency
  last: boolean
}) => (
  <>
    <i
      style={{
        bottom: `${bar.bottom * SCALE * 100}%`,
        height: `max(${bar.height * SCALE * 100}%, ${amountMinor === 0 ? 0 : 3}px)`,
      }}
    />
    {!last && <s style={{ bottom: `${bar.level * SCALE * 100}%` }} />}
    <b className="num" style={{ bottom: `calc(${(bar.bottom + bar.height) * SCALE * 100}% + 5px)` }}>
      {formatAmount(amountMinor, currency)}
      <span className="sr"> {currency}</span>
    </b>
  </>
)

/** A step, which opens its entries. */
const Step = ({
  step: { key, bar, amountMinor, label },
  note,
  currency,
  last,
  phone,
  pressed,
  onOpen,
}: {
  step: { key: BreakdownPart | 'net'; bar: Bar | undefined; amountMinor: number; label: string }
  note: string
  currency: Currency
  last: boolean
  phone: boolean
  pressed: boolean
  onOpen: () => void
}) => (
  <li className={key === 'net' ? styles['net'] : bar?.negative ? styles['taken'] : undefined}>
    <button type="button" aria-pressed={pressed} onClick={onOpen}>
      <span className={styles['name']}>{label}</span>
      <span className={`cap ${styles['note']}`}>{note}</span>
      <span className={styles['area']}>
        {bar &&
          (phone ? (
            <RowBar bar={bar} amountMinor={amountMinor} currency={currency} />
          ) : (
            <StepBar bar={bar} amountMinor={amountMinor} currency={currency} last={last} />
          ))}
      </span>
    </button>
  </li>
)

/** From gross to net, to scale; every step opens its events. */
export const Waterfall = ({
  breakdown,
  currency,
  view,
}: {
  breakdown: PayoutsBreakdown
  currency: Currency
  view: View
}) => {
  const t = useText()
  const narrow = useMediaQuery('(max-width: 700px)', { noSsr: true })
  const phonePage = usePhonePage()
  const phone = phonePage || narrow
  const getNote = useNote(breakdown)
  const { parts, netMinor } = breakdown.total
  const steps = BREAKDOWN_PARTS.filter((part) => ALWAYS.includes(part) || parts[part] !== 0)
  const bars = computeBars(steps.map((key) => ({ key, amountMinor: parts[key] })))
  const pressed = (key: BreakdownPart | 'net') =>
    view.opened !== null &&
    view.opened.group === undefined &&
    view.opened.stage === undefined &&
    (view.opened.part ?? 'net') === key
  const shown = [...steps, 'net' as const].map((key, index) => ({
    key,
    bar: bars[index],
    amountMinor: key === 'net' ? netMinor : parts[key],
    label: t(key === 'net' ? 'payout.net' : `payout.part.${key}`),
  }))
  return (
    <Card label={t('payout.chart')}>
      <ol
        className={[styles['fall'], phone && styles['rows'], phonePage && styles['noted']]
          .filter(Boolean)
          .join(' ')}
        style={phone ? {} : { gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))` }}
      >
        {shown.map(({ key, bar, amountMinor, label }, index) => (
          <Step
            key={key}
            step={{ key, bar, amountMinor, label }}
            note={getNote(key)}
            currency={currency}
            last={index === shown.length - 1}
            phone={phone}
            pressed={pressed(key)}
            onOpen={() => view.open(key === 'net' ? {} : { part: key })}
          />
        ))}
      </ol>
      <div className={styles['check']}>
        <SumLine check={breakdown.check} currency={currency} />
      </div>
    </Card>
  )
}
