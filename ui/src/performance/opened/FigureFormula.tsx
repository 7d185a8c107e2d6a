import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { FIGURES, type FigureCode, type Opened } from '@hearth/contracts/performance'
import { formatCount } from '../../components/display/formatCount.ts'
import { Formula, type FormulaPart } from '../../components/display/Formula.tsx'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import styles from './Opened.module.css'

/** What is divided by what; only what it is where nothing is divided. */
const listParts = (
  code: FigureCode,
  { figure }: Pick<Opened, 'figure'>,
  currency: Currency,
): FormulaPart[] => {
  const { unit, name, top, bottom } = FIGURES[code]
  const value = formatFigure(unit, figure.value, currency)
  if (figure.top === null || figure.bottom === null || bottom === null) return [{ value, label: top }]
  return [
    { value: unit === 'money' ? formatAmount(figure.top, currency) : formatCount(figure.top), label: top },
    { sign: '÷', value: formatCount(figure.bottom), label: bottom },
    { sign: '=', value, label: name.toLowerCase() },
  ]
}

/** How the figure is computed: its meaning, and the numbers in its formula. */
export const FigureFormula = ({ opened, currency }: { opened: Opened; currency: Currency }) => {
  const t = useText()
  const { code, nights } = opened
  const onSale = nights.total - nights.owner - nights.blocked
  return (
    <div className={styles['how']}>
      <p className="q">
        <b>{t('performance.opened.formula')}.</b> {FIGURES[code].definition}
      </p>
      <div className={styles['formulas']}>
        <Formula parts={listParts(code, opened, currency)} label={FIGURES[code].name} />
        {code === 'occupancy' && onSale !== nights.total && onSale > 0 && (
          <>
            <i className={styles['divider']} />
            <Formula
              label={FIGURES.adjusted_occupancy.name}
              parts={[
                { value: formatCount(nights.guest), label: FIGURES.occupancy.top },
                {
                  sign: '÷',
                  value: formatCount(onSale),
                  label: t('performance.opened.less', { owner: nights.owner, blocked: nights.blocked }),
                },
                {
                  sign: '=',
                  value: formatFigure('share', Math.round((nights.guest * 10_000) / onSale), currency),
                  label: t('performance.opened.ofOnSale'),
                },
              ]}
            />
          </>
        )}
      </div>
    </div>
  )
}
