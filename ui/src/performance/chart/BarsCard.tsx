import { useId } from 'react'
import { BarChart, type BarElementProps } from '@mui/x-charts/BarChart'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './BarsCard.module.css'

/** One pair of bars: what is, and what it is compared with; null where there is nothing to divide. */
export type Bar = Readonly<{
  key: string
  /** Below the bars, such as `Oct`. */ short: string
  /** In the table and to screen readers, such as `October 2026`. */ name: string
  value: number | null
  before: number | null
  /** Not over yet; shown with a dashed outline. */ unfinished: boolean
}>

/** Room for the value above the highest bar. */
const HEADROOM = 1.15

type Props = Readonly<{
  title: string
  note: string
  bars: readonly Bar[]
  /** The names of the two series, such as `2026` and `2025`; without the second there is no comparison. */
  series: readonly [now: string, before: string | null]
  /** A value above its bar, as short as possible. */ formatShort: (value: number) => string
  /** A value with its unit. */ format: (value: number) => string
  /** What the dashed bars mean. */ remark: string | null
}>

/** The same numbers as text: what a screen reader reads, and what anyone can open. */
const Numbers = ({ title, bars, series: [now, before], format }: Props) => {
  const t = useText()
  const show = (value: number | null) => (value === null ? '–' : format(value))
  return (
    <details className={styles['numbers']}>
      <summary>{t('performance.chart.numbers')}</summary>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('performance.chart.month')}</th>
              <th scope="col">{now}</th>
              {before !== null && <th scope="col">{before}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">
                  {bar.name}
                  {bar.unfinished && <span className="q">, {t('performance.chart.soFar')}</span>}
                </th>
                <td>{show(bar.value)}</td>
                {before !== null && <td>{show(bar.before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const Legend = ({ series: [now, before], remark }: Props) => (
  <p className={`${styles['legend']} num`}>
    <span>
      <i className={styles['now']} />
      {now}
    </span>
    {before !== null && (
      <span>
        <i className={styles['before']} />
        {before}
      </span>
    )}
    {remark !== null && <span className="c">{remark}</span>}
  </p>
)

/**
 * Bars by month, each beside that of a year before. The arrow keys move from bar to bar, and each is read out; the
 * table below has the same numbers. Colours are custom properties, so they follow the theme without a redraw.
 */
export const BarsCard = (props: Props) => {
  const { title, note, bars, series, formatShort, format, remark } = props
  const id = useId()
  const [now, before] = series
  const values = (of: (bar: Bar) => number | null) => bars.map(of)
  const highest = Math.max(0, ...bars.flatMap(({ value, before: past }) => [value ?? 0, past ?? 0]))
  const valueFormatter = (value: number | null) => (value === null ? '–' : format(value))
  return (
    <Card title={title} note={note}>
      <div className={styles['chart']} role="group" aria-label={`${title}, ${note}`}>
        <BarChart
          height={200}
          hideLegend
          borderRadius={3}
          margin={{ left: 12, right: 20, top: 24, bottom: 0 }}
          grid={{ horizontal: true }}
          axisHighlight={{ x: 'none', y: 'none' }}
          xAxis={[
            {
              id: `${id}x`,
              scaleType: 'band',
              data: bars.map(({ key }) => key),
              valueFormatter: (key: string, { location }) => {
                const bar = bars.find((one) => one.key === key)
                return (location === 'tick' ? bar?.short : bar?.name) ?? key
              },
              disableLine: true,
              disableTicks: true,
              height: 24,
              categoryGapRatio: 0.44,
              barGapRatio: 0.1,
            },
          ]}
          yAxis={[
            {
              id: `${id}y`,
              width: 56,
              min: 0,
              max: (highest || 1) * HEADROOM,
              tickNumber: 4,
              valueFormatter: formatShort,
              disableLine: true,
              disableTicks: true,
            },
          ]}
          series={[
            ...(before === null
              ? []
              : [
                  {
                    id: 'before',
                    label: before,
                    data: values((bar) => bar.before),
                    color: 'var(--line-strong)',
                    valueFormatter,
                  },
                ]),
            {
              id: 'now',
              label: now,
              data: values((bar) => bar.value),
              color: 'var(--brand)',
              barLabel: ({ value }) => (value === null ? null : formatShort(value)),
              barLabelPlacement: 'outside',
              valueFormatter,
            },
          ]}
          slotProps={{
            bar: ({ seriesId, dataIndex }: Pick<BarElementProps, 'seriesId' | 'dataIndex'>) => ({
              className:
                styles[
                  seriesId === 'before'
                    ? 'bar-before'
                    : bars[dataIndex]?.unfinished
                      ? 'bar-unfinished'
                      : 'bar-now'
                ] ?? '',
            }),
          }}
        />
      </div>
      <Legend {...props} remark={remark} />
      <Numbers {...props} />
    </Card>
  )
}
