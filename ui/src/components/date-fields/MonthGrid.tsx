import { useId, type KeyboardEvent } from 'react'
import { SHORT_WEEKDAYS, WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import { useText } from '../../i18n/text.ts'
import { formatDayLong, monthName, type LocalDate } from '../dates/localDate.ts'
import { listWeeks } from '../dates/monthGrid.ts'
import styles from './DateFields.module.css'
import type { NightMark } from './nightMarks.ts'
import type { DatePair, PickKind } from './pickDay.ts'

export type GridProps = Readonly<{
  firstWeekday: number
  /** The day that Tab reaches. */
  focused: LocalDate
  today: LocalDate
  pair: DatePair
  kind: PickKind
  marks: ReadonlyMap<LocalDate, NightMark> | undefined
  isAllowed: (day: LocalDate) => boolean
  onPick: (day: LocalDate) => void
  onKeyDown: (event: KeyboardEvent) => void
}>

const DayButton = ({ day, ...grid }: GridProps & { day: LocalDate }) => {
  const t = useText()
  const { pair, focused, today, marks, isAllowed, onPick } = grid
  const mark = marks?.get(day)
  const chosen = day === pair.start || day === pair.end
  const allowed = isAllowed(day)
  const words = [
    formatDayLong(day),
    ...(mark ? [mark.text] : []),
    ...(chosen ? [t('dates.chosen')] : []),
    ...(allowed ? [] : [t('dates.unavailable')]),
  ]
  return (
    <button
      type="button"
      data-date={day}
      data-taken={mark?.taken === true || undefined}
      tabIndex={day === focused ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      aria-disabled={!allowed}
      onClick={() => allowed && onPick(day)}
    >
      <span className="sr">{words.join(', ')}</span>
      <span aria-hidden>{Number(day.slice(8))}</span>
      {mark?.price !== undefined && <small aria-hidden>{mark.price}</small>}
    </button>
  )
}

/** One month as an accessible grid: a row for each week, and one day that Tab reaches. */
export const MonthGrid = ({ month, ...grid }: GridProps & { month: LocalDate }) => {
  const id = useId()
  const { firstWeekday, pair } = grid
  const weekdays = Array.from({ length: 7 }, (_, index) => (firstWeekday + index) % 7)
  const isInside = (day: LocalDate) => pair.start !== '' && pair.start < day && day < pair.end
  return (
    <div>
      <h3 id={id}>{monthName(month)}</h3>
      <table role="grid" aria-labelledby={id} className={styles['grid']} onKeyDown={grid.onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={WEEKDAYS[day]}>
                {SHORT_WEEKDAYS[day]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month, firstWeekday).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, index) =>
                day === undefined ? (
                  <td key={index} aria-hidden />
                ) : (
                  <td
                    key={day}
                    aria-selected={day === pair.start || day === pair.end || isInside(day)}
                    className={isInside(day) ? styles['inside'] : undefined}
                  >
                    <DayButton {...grid} day={day} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
