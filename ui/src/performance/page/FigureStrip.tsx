import type { Currency } from '@hearth/contracts/kernel/money'
import { FIGURES, type FigureCode, type Performance } from '@hearth/contracts/performance'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import { formatPeriod } from '../formatPeriod.ts'
import type { PerformanceProps } from '../usePerformance.ts'
import { ChangeText } from './ChangeText.tsx'
import styles from './Performance.module.css'

export const MAIN_FIGURES = [
  'occupancy',
  'adr',
  'revpar',
  'revenue',
  'rating',
  'response_rate',
] as const satisfies readonly FigureCode[]

/** The name of a figure, with how revenue is counted where that is not by night. */
export const useFigureName = (by: Performance['by']) => {
  const t = useText()
  return (code: FigureCode) =>
    code === 'revenue' && by !== 'night'
      ? `${FIGURES.revenue.name} ${t(`performance.counted.${by}`)}`
      : FIGURES[code].name
}

/** What a figure was before: `34.2% in Oct 2025`. */
export const useBeforeText = ({ against, rating }: Performance, currency: Currency) => {
  const t = useText()
  return (code: FigureCode, value: number | null) =>
    [
      ...(value === null
        ? []
        : [
            t(`performance.before.${against.kind}`, {
              value: formatFigure(FIGURES[code].unit, value, currency),
              period: formatPeriod(against.period, 'short'),
            }),
          ]),
      ...(code === 'rating' && rating !== null
        ? [t('performance.reviews', { smart_count: rating.count })]
        : []),
    ].join(', ')
}

/** The main figures, each with what it was before; each opens what it is made of. */
export const FigureStrip = ({ data, currency, view }: PerformanceProps) => {
  const t = useText()
  const nameOf = useFigureName(data.by)
  const describeBefore = useBeforeText(data, currency)
  const isOpen = MAIN_FIGURES.some((code) => code === view.open)
  return (
    <section
      className={[styles['strip'], isOpen && styles['opened']].filter(Boolean).join(' ')}
      aria-label={t('performance.figures')}
    >
      {MAIN_FIGURES.map((code) => {
        const figure = data.figures[code]
        if (figure === null) return null
        const before = data.before.figures[code]?.value ?? null
        return (
          <button
            key={code}
            type="button"
            aria-pressed={view.open === code}
            onClick={() => (view.open === code ? view.close() : view.openFigure(code))}
          >
            <span className={styles['name']}>{nameOf(code)} </span>
            <b className="num">
              {formatFigure(FIGURES[code].unit, figure.value, currency)}
              {FIGURES[code].unit === 'money' && <small> {currency}</small>}
            </b>
            <span className={styles['change']}>
              <ChangeText code={code} value={figure.value} before={before} />
            </span>
            <small className="num">{describeBefore(code, before)}</small>
          </button>
        )
      })}
    </section>
  )
}
