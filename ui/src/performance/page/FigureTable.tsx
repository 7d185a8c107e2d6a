import { FIGURE_CODES, FIGURES } from '@hearth/contracts/performance'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import type { PerformanceProps } from '../usePerformance.ts'
import { ChangeText } from './ChangeText.tsx'
import { useFigureName } from './FigureStrip.tsx'
import styles from './Performance.module.css'

/** Every figure with its meaning; each opens how it is computed. */
export const FigureTable = ({ data, currency, view }: PerformanceProps) => {
  const t = useText()
  const nameOf = useFigureName(data.by)
  return (
    <Card title={t('performance.all')}>
      <ul className={styles['figures']}>
        {FIGURE_CODES.map((code) => {
          const figure = data.figures[code]
          if (figure === null) return null
          return (
            <li key={code}>
              <button type="button" onClick={() => view.openFigure(code)}>
                <span>
                  <b>{nameOf(code)}</b> <small>{FIGURES[code].definition}</small>
                </span>
                <span className={styles['value']}>
                  <b className="num">
                    {formatFigure(FIGURES[code].unit, figure.value, currency)}
                    {FIGURES[code].unit === 'money' && <small> {currency}</small>}
                  </b>{' '}
                  <ChangeText
                    code={code}
                    value={figure.value}
                    before={data.before.figures[code]?.value ?? null}
                  />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
