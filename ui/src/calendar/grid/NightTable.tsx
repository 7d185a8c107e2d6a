import { useMemo, type ComponentProps, type CSSProperties, type Ref } from 'react'
import { useText } from '../../i18n/text.ts'
import { addDays, formatDay, type LocalDate } from '../../components/dates/localDate.ts'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { computeEnd, type NightWindow } from '../rows/window.ts'
import { listGridDays } from './gridDays.ts'
import { GridHead } from './GridHead.tsx'
import styles from './MultiCalendar.module.css'
import { RowOfNights } from './RowOfNights.tsx'
import { cellOfElement } from './useGridPointer.ts'
import type { GridSelection } from './useGridSelection.ts'

const spanClass = (days: number) => (days > 40 ? styles['quarter'] : days <= 14 ? styles['wide'] : '')

type Props = {
  ref: Ref<HTMLTableElement>
  rows: readonly CalendarRow[]
  window: NightWindow
  today: LocalDate
  dayShare: number
  corner: string
  grid: GridSelection
  /** Keys and pointer. */
  handlers: ComponentProps<'table'>
}

/** The nights of every row, drawn. */
export const NightTable = ({ ref, rows, window, today, dayShare, corner, grid, handlers }: Props) => {
  const t = useText()
  const { focus, selection, dispatch } = grid
  const days = useMemo(
    () => listGridDays({ start: window.start, days: window.days }),
    [window.start, window.days],
  )
  return (
    <div
      className={`${styles['grid']} ${spanClass(window.days)}`}
      style={{ '--days': window.days } as CSSProperties}
    >
      <table
        ref={ref}
        role="grid"
        aria-label={t('calendar.nightsOf', {
          from: formatDay(window.start),
          to: formatDay(addDays(computeEnd(window), -1)),
        })}
        aria-rowcount={rows.length + 1}
        aria-colcount={window.days + 1}
        aria-multiselectable
        tabIndex={-1}
        className={styles['table']}
        onFocus={({ target }) => {
          const cell = cellOfElement(target)
          if (cell) dispatch({ kind: 'focus', cell })
        }}
        {...handlers}
      >
        <GridHead window={window} days={days} today={today} dayShare={dayShare} corner={corner} />
        <tbody>
          {rows.map((each, index) => (
            <RowOfNights
              key={each.listing.id}
              row={each}
              index={index}
              days={days}
              focus={index === focus.row ? focus.column : null}
              selectedFrom={index === selection?.row ? selection.from : null}
              selectedTo={index === selection?.row ? selection.to : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
