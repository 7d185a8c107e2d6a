import { FIGURES, type FigureCode } from '@hearth/contracts/performance'
import { useText } from '../../i18n/text.ts'
import { compareFigures } from '../formatFigure.ts'
import styles from './Performance.module.css'

/** Figures of which less is better, and those of which neither is. */
const LESS_IS_BETTER: readonly FigureCode[] = ['host_cancellation_rate', 'response_time']
const NEUTRAL: readonly FigureCode[] = ['length_of_stay', 'lead_time']

/** How a figure changed, in its colour; nothing where there is nothing to compare. */
export const ChangeText = ({
  code,
  value,
  before,
  bare = false,
}: {
  code: FigureCode
  value: number | null
  before: number | null
  /** Below a heading that names the unit; a dash where there is nothing to compare. */ bare?: boolean
}) => {
  const t = useText()
  const change = compareFigures(FIGURES[code].unit, value, before)
  if (change === null) return bare ? <span className="c">–</span> : null
  const better = change.direction * (LESS_IS_BETTER.includes(code) ? -1 : 1)
  const tone = NEUTRAL.includes(code) || better === 0 ? undefined : better > 0 ? styles['up'] : styles['down']
  return (
    <span className={`num ${tone ?? 'q'}`}>
      {change.points && !bare ? t('performance.points', { change: change.text }) : change.text}
    </span>
  )
}
