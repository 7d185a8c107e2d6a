import type { CSSProperties } from 'react'
import { useText } from '../../i18n/text.ts'
import { monthName, nightsBetween, weekday, type LocalDate } from '../../components/dates/localDate.ts'
import type { GridDay } from './gridDays.ts'
import styles from './MultiCalendar.module.css'
import { groupMonths, type NightWindow } from '../rows/window.ts'

type Props = {
  window: NightWindow
  days: readonly GridDay[]
  today: LocalDate
  /** How much of today is over, 0 to 1: a mark under its number. */
  dayShare: number
  corner: string
}

/** Months above days; for a quarter only Mondays are named. */
export const GridHead = ({ window, days, today, dayShare, corner }: Props) => {
  const t = useText()
  const quarter = days.length > 40
  // The label of a Monday next to today would overlap, and one in the last column would be cut off.
  const shown = ({ date }: GridDay, column: number) =>
    !quarter ||
    date === today ||
    (weekday(date) === 1 && Math.abs(nightsBetween(today, date)) > 2 && column < days.length - 1)
  return (
    <thead className={styles['head']}>
      <tr className={`${styles['row']} ${styles['months']}`} aria-hidden>
        {groupMonths(window).map(({ month, column, span }) => (
          <td key={month} style={{ gridColumn: `${column + 2} / span ${span}` }}>
            {span > 2 && <span>{monthName(`${month}-01`)}</span>}
          </td>
        ))}
      </tr>
      <tr className={styles['row']} aria-rowindex={1}>
        <th scope="col" className={`${styles['label']} ${styles['corner']} num`} aria-colindex={1}>
          {corner}
          <span className="sr">, {t('calendar.ownTime')}</span>
        </th>
        {days.map((day, column) => {
          const { date, weekday: name, number, words } = day
          return (
            <th
              key={date}
              scope="col"
              aria-colindex={column + 2}
              aria-current={date === today ? 'date' : undefined}
              style={date === today ? ({ '--share': dayShare } as CSSProperties) : undefined}
              className={[
                styles['day'],
                weekday(date) % 6 === 0 ? styles['weekend'] : '',
                date === today ? styles['now'] : '',
              ]
                .filter(Boolean)
                .join(' ')}
            >
              <span className="sr">{words}</span>
              {shown(day, column) && (
                <span aria-hidden>
                  {!quarter && <span>{name}</span>}
                  <b>{number}</b>
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
