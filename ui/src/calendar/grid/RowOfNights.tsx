import { memo } from 'react'
import { Link } from 'react-router-dom'
import { CoverThumb } from '../../components/display/CoverThumb.tsx'
import { to } from '../../navigation/paths.ts'
import type { CalendarRow } from '../rows/calendarRow.ts'
import type { GridDay } from './gridDays.ts'
import styles from './MultiCalendar.module.css'
import { NightCell } from './NightCell.tsx'

type Props = {
  row: CalendarRow
  index: number
  days: readonly GridDay[]
  /** The column of the keyboard focus; null when it is in another row. */
  focus: number | null
  selectedFrom: number | null
  selectedTo: number | null
}

/**
 * One listing: its name, then a cell for each night. A bar is in the cell where it starts and extends over
 * the later ones.
 */
export const RowOfNights = memo(({ row, index, days, focus, selectedFrom, selectedTo }: Props) => {
  const { listing } = row
  const isSelected = (column: number) =>
    selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column < selectedTo
  return (
    <tr className={`${styles['row']} ${styles['body']}`} aria-rowindex={index + 2}>
      <th scope="row" className={styles['label']} aria-colindex={1}>
        <Link className="clip" to={to.listing(listing.id)}>
          <CoverThumb listing={listing} />
          {listing.title}
        </Link>
        <small className="clip">
          {listing.place}, {listing.currency}
        </small>
      </th>
      {days.map((day, column) => (
        <NightCell
          key={day.date}
          row={row}
          day={day}
          days={days.length}
          rowIndex={index}
          column={column}
          isFocus={focus === column}
          isSelected={isSelected(column)}
          isFirst={isSelected(column) && column === selectedFrom}
          isLast={isSelected(column) && column + 1 === selectedTo}
        />
      ))}
    </tr>
  )
})
