import { useMediaQuery } from '@mui/material'
import { CURRENCY_EXPONENT, formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { MonthPerformance, Performance } from '@hearth/contracts/performance'
import { monthName } from '../../components/dates/localDate.ts'
import { PHONE } from '../../components/list/useCards.ts'
import { useText } from '../../i18n/text.ts'
import { formatShare } from '../formatFigure.ts'
import { formatShortMonth } from '../formatPeriod.ts'
import { BarsCard, type Bar } from './BarsCard.tsx'
import styles from './BarsCard.module.css'

/** Names the series by their year where all months have one. */
const useSeries = (months: readonly MonthPerformance[]): readonly [string, string] => {
  const t = useText()
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  const [year] = years
  return years.length === 1 && year !== undefined
    ? [year, String(Number(year) - 1)]
    : [t('performance.chart.thisYear'), t('performance.chart.yearBefore')]
}

const createBars = (
  months: readonly MonthPerformance[],
  read: (side: Pick<MonthPerformance, 'occupancy' | 'revenue'>) => number | null,
): readonly Bar[] =>
  months.map((one) => ({
    key: one.month,
    short:
      months.length > 8 ? formatShortMonth(one.month).slice(0, 1) : formatShortMonth(one.month).slice(0, 3),
    name: monthName(`${one.month}-01`),
    value: read(one),
    before: read(one.before),
    unfinished: !one.isOver,
  }))

/** `24,490` without cents; `1.2M` where there is no room for more. */
const formatWhole = (amountMinor: number, currency: Currency) =>
  formatAmount(amountMinor, currency).replace(/\.\d+$/, '')

/** `24.5k`: on a phone, whole amounts would touch. */
const formatTiny = (amountMinor: number, currency: Currency) =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
    .format(amountMinor / 10 ** CURRENCY_EXPONENT[currency])
    .replace('K', 'k')

/** Occupancy and revenue by month, beside those of a year before. */
export const MonthCharts = ({ data, currency }: { data: Performance; currency: Currency }) => {
  const t = useText()
  const { months } = data
  const series = useSeries(months)
  const remark = months.some(({ isOver }) => !isOver) ? t('performance.chart.unfinished') : null
  const labelled = months.length <= 8
  const phone = useMediaQuery(PHONE)
  return (
    <div className={styles['charts']}>
      <BarsCard
        title={t('performance.chart.occupancy')}
        note={t('performance.chart.occupancyNote')}
        bars={createBars(months, ({ occupancy }) => occupancy.value)}
        series={series}
        format={formatShare}
        formatShort={(bps) => (labelled ? (bps / 100).toFixed(1) : '')}
        remark={remark}
      />
      {months.some(({ revenue }) => revenue !== null) && (
        <BarsCard
          title={t('performance.chart.revenue')}
          note={t('performance.chart.revenueNote', { currency })}
          bars={createBars(months, ({ revenue }) => revenue?.value ?? null)}
          series={series}
          format={(amount) => `${formatAmount(amount, currency)} ${currency}`}
          formatShort={(amount) =>
            !labelled ? '' : phone ? formatTiny(amount, currency) : formatWhole(amount, currency)
          }
          remark={remark}
        />
      )}
    </div>
  )
}
