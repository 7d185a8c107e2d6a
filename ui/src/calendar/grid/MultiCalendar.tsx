import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import {
  addDays,
  formatDay,
  formatRange,
  nightsBetween,
  type LocalDate,
} from '../../components/dates/localDate.ts'
import type { CalendarRow } from '../rows/calendarRow.ts'
import type { NightWindow } from '../rows/window.ts'
import styles from './MultiCalendar.module.css'
import { NightsPanel } from './NightsPanel.tsx'
import { NightTable } from './NightTable.tsx'
import { useGridKeys } from './useGridKeys.ts'
import { useGridPointer } from './useGridPointer.ts'
import { useGridSelection } from './useGridSelection.ts'

type Props = {
  rows: readonly CalendarRow[]
  window: NightWindow
  /** The account's day, and how much of it is over (0 to 1). */
  today: LocalDate
  dayShare: number
  phone: boolean
  corner: string
  /** The listing whose row the keyboard starts in. */
  startAt: string | null
  onShift: (days: number) => void
  /** One row inside a card. */
  embedded?: boolean
}

const WEEK = 7

/** Says to a screen reader which nights are selected. */
const Announcement = ({
  row,
  start,
  end,
}: {
  row: CalendarRow | undefined
  start: LocalDate
  end: LocalDate
}) => {
  const t = useText()
  return (
    <p className="sr" role="status">
      {row &&
        t('calendar.chosen', {
          smart_count: nightsBetween(start, end),
          listing: row.listing.title,
          range: formatRange(start, end),
        })}
    </p>
  )
}

/** Nights of many listings: the arrow keys move, dragging, tapping or Shift selects. */
export const MultiCalendar = (props: Props) => {
  const { rows, window, today, dayShare, phone, corner, startAt, onShift, embedded = false } = props
  const t = useText()
  const table = useRef<HTMLTableElement>(null)
  const grid = useGridSelection({ grid: table, rows, window, today, startAt })
  const { focus, anchor, selection, panel, setPanel, dispatch, close, findCell } = grid
  const onKeyDown = useGridKeys({ rows, window, grid, onShift })
  const pointer = useGridPointer({
    dispatch,
    onDone: () => setPanel('block'),
    onSwipe: (direction) => onShift(direction * WEEK),
    tapped: panel === null ? anchor : null,
  })
  useEffect(() => {
    if (startAt !== null) table.current?.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'nearest' })
  }, [startAt])

  const selected = selection ?? { row: focus.row, from: focus.column, to: focus.column + 1 }
  const row = rows[selected.row]
  const start = addDays(window.start, selected.from)
  const end = addDays(window.start, selected.to)
  return (
    <>
      <div className={`${styles['frame']} ${embedded ? styles['embedded'] : ''}`}>
        <NightTable
          ref={table}
          rows={rows}
          window={window}
          today={today}
          dayShare={dayShare}
          corner={corner}
          grid={grid}
          handlers={{ ...pointer, onKeyDown }}
        />
      </div>
      <Announcement row={selection && panel === null ? row : undefined} start={start} end={end} />
      {phone && anchor !== null && panel === null && row && (
        <p className={`${styles['hint']} num`} aria-hidden>
          {t('calendar.tapLast', { listing: row.listing.title, day: formatDay(start) })}
        </p>
      )}
      {panel !== null && row && (
        <NightsPanel
          kind={panel}
          row={row}
          rows={rows}
          window={window}
          phone={phone}
          focus={focus}
          selected={selected}
          findCell={findCell}
          onKind={setPanel}
          onClose={close}
        />
      )}
    </>
  )
}
