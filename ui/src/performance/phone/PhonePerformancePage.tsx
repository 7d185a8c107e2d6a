import { addMonths } from '@hearth/contracts/kernel/dates'
import { FIGURES, type FigureCode, type MonthPerformance } from '@hearth/contracts/performance'
import { MonthStepper } from '../../components/date-fields/MonthStepper.tsx'
import { addDays, formatDay } from '../../components/dates/localDate.ts'
import { startOfMonth } from '../../components/dates/monthGrid.ts'
import { Icon } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { Sparkline } from '../../components/display/Sparkline.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import { formatPeriod, formatShortMonth } from '../formatPeriod.ts'
import { OpenedCard } from '../opened/OpenedCard.tsx'
import { ChangeText } from '../page/ChangeText.tsx'
import { ChooseAccount } from '../page/ChooseAccount.tsx'
import { CurrencyChoice } from '../page/Controls.tsx'
import { MAIN_FIGURES } from '../page/FigureStrip.tsx'
import { describeCriterion, formatCriterion, isClose, TierChip } from '../page/TierCard.tsx'
import '../texts.ts'
import { usePerformance, usePerformanceView, useTier, type PerformanceProps } from '../usePerformance.ts'
import styles from './PhonePerformance.module.css'

const divide = (top: number | null | undefined, bottom: number | null): number | null =>
  top === null || top === undefined || bottom === null || bottom === 0 ? null : Math.round(top / bottom)

/** A figure of a month, where it follows from what the charts have. */
const readMonth = (code: FigureCode, { occupancy, revenue }: MonthPerformance): number | null => {
  switch (code) {
    case 'occupancy':
      return occupancy.value
    case 'revenue':
      return revenue?.value ?? null
    case 'adr':
      return divide(revenue?.value, occupancy.top)
    case 'revpar':
      return divide(revenue?.value, occupancy.bottom)
    default:
      return null
  }
}

/** How a figure went in the months up to the shown one. */
const Trend = ({ code, data, currency }: { code: FigureCode } & Omit<PerformanceProps, 'view'>) => {
  const t = useText()
  const months = data.months.filter(({ month }) => `${month}-01` < data.period.to)
  const values = months.map((one) => readMonth(code, one))
  const known = values.flatMap((value) => value ?? [])
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return <span />
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return (
    <Sparkline
      className={styles['line']}
      values={known.map((value) => (high === low ? 0.5 : (value - low) / (high - low)))}
      label={t('performance.phone.trend', {
        figure: FIGURES[code].name,
        from: formatShortMonth(first.month),
        to: formatShortMonth(last.month),
        values: known.map((value) => formatFigure(FIGURES[code].unit, value, currency)).join('; '),
      })}
    />
  )
}

const FigureRow = ({ code, data, currency, view }: PerformanceProps & { code: FigureCode }) => {
  const figure = data.figures[code]
  if (figure === null) return null
  const { unit, name } = FIGURES[code]
  return (
    <li>
      <button type="button" onClick={() => view.openFigure(code)}>
        <span>
          <span className={styles['name']}>{name} </span>
          <b className="num">
            {formatFigure(unit, figure.value, currency)}
            {unit === 'money' && <small> {currency}</small>}
          </b>
        </span>
        <Trend code={code} data={data} currency={currency} />
        <span className={styles['change']}>
          <ChangeText code={code} value={figure.value} before={data.before.figures[code]?.value ?? null} />
        </span>
        <Icon name="right" size={16} />
      </button>
    </li>
  )
}

const Figures = (props: PerformanceProps) => {
  const t = useText()
  const { data } = props
  const months = data.months.filter(({ month }) => `${month}-01` < data.period.to)
  return (
    <div>
      <Card label={t('performance.figures')}>
        <ul className={styles['figures']}>
          {MAIN_FIGURES.map((code) => (
            <FigureRow key={code} code={code} {...props} />
          ))}
        </ul>
      </Card>
      <p className={`q small num ${styles['remark']}`}>
        {t('performance.phone.line', {
          period: formatPeriod(data.against.period),
          from: formatShortMonth(months[0]?.month ?? ''),
          to: formatShortMonth(months.at(-1)?.month ?? ''),
        })}
      </p>
    </div>
  )
}

/** The conditions of Gold: met, met with nothing to spare, or not. */
const TierMarks = ({ view }: Pick<PerformanceProps, 'view'>) => {
  const t = useText()
  const query = useTier(view)
  return (
    <Loaded query={query} failed={t('performance.tier.failed')} height={220}>
      {(tier) => (
        <Card title={t('performance.tier.title')} action={<TierChip tier={tier} />}>
          <ul className={styles['marks']}>
            {tier.criteria.map((criterion) => {
              const { code, value, threshold, met } = criterion
              const close = isClose(criterion)
              return (
                <li key={code}>
                  <span className={styles[met ? (close ? 'close' : 'met') : 'missing']}>
                    <Icon name={met && !close ? 'check' : 'alert'} size={14} />
                  </span>
                  <span className="num">
                    {t(`performance.tier.code.${code}`)} {formatCriterion(code, value)}
                    <small>
                      {met && !close
                        ? t(
                            code === 'host_cancellation'
                              ? 'performance.tier.underNeeded'
                              : 'performance.tier.needed',
                            { threshold: formatCriterion(code, threshold) },
                          )
                        : describeCriterion(criterion, tier, t)}
                    </small>
                  </span>
                </li>
              )
            })}
          </ul>
          <p className={`q small num ${styles['next']}`}>
            {t('performance.tier.next', {
              day: formatDay(tier.nextCheckOn),
              result: formatDay(tier.nextResultBy),
            })}
          </p>
        </Card>
      )}
    </Loaded>
  )
}

const Listings = ({ data, currency, view }: PerformanceProps) => {
  const t = useText()
  return (
    <Card title={t('performance.table.title')} note={t('performance.phone.listings')}>
      <ul className={styles['listings']}>
        {data.listings.map((row) => {
          const occupancy = row.figures.occupancy?.value ?? null
          const revenue = row.figures.revenue?.value ?? null
          return (
            <li key={row.listingId}>
              <button type="button" onClick={() => view.openFigure('occupancy', row.listingId)}>
                <b>{row.title}</b>
                <b>{revenue !== null && <Money amountMinor={revenue} currency={currency} />}</b>
                <span className={styles['share']} aria-hidden>
                  <i style={{ width: `${Math.min(100, (occupancy ?? 0) / 100)}%` }} />
                </span>
                <span className="num">{formatFigure('share', occupancy, currency)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const Month = (props: PerformanceProps) => {
  const { view } = props
  return (
    <div className={styles['page']}>
      {view.open === undefined ? (
        <>
          <Figures {...props} />
          <TierMarks view={view} />
          <Listings {...props} />
        </>
      ) : (
        <OpenedCard code={view.open} {...props} />
      )}
    </div>
  )
}

/** `/mobile/performance`: a month in figures, each with its line; each opens what it is made of. */
const PhonePerformancePage = () => {
  const t = useText()
  const view = usePerformanceView()
  const { data, error, refetch } = usePerformance(view)
  const showMonth = (month: string) => view.showDays(month, addDays(addMonths(month, 1), -1))
  return (
    <>
      <PageHeader
        title={t('performance.title')}
        actions={data && data.currencies.length > 1 && <CurrencyChoice data={data} view={view} />}
      />
      <MonthStepper month={startOfMonth(view.from)} onChange={showMonth} />
      {view.needsAccount ? (
        <ChooseAccount view={view} />
      ) : data === undefined ? (
        error ? (
          <Card>
            <ErrorState title={t('performance.failed')} error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <div className={styles['page']} aria-busy="true">
            <Skeleton height={480} />
          </div>
        )
      ) : data.currency === null ? (
        <Card>
          <EmptyState icon="chart" title={t('performance.empty')} text={t('performance.emptyText')} />
        </Card>
      ) : (
        <Month data={data} currency={data.currency} view={view} />
      )}
    </>
  )
}
export default PhonePerformancePage
