import { useEffect, useReducer, useState, type RefObject } from 'react'
import type { LocalDate } from '../../components/dates/localDate.ts'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { findColumn, type NightWindow } from '../rows/window.ts'
import { gridReducer, computeSelection, type Cell } from './selection.ts'

/** What the panel shows: the form of a block or a price, or why a night can or cannot be booked. */
export type PanelKind = 'block' | 'price' | 'why'

type Props = Readonly<{
  grid: RefObject<HTMLTableElement | null>
  rows: readonly CalendarRow[]
  window: NightWindow
  today: LocalDate
  startAt: string | null
}>

const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value))

/** The focused cell, the selected nights and the panel. */
export const useGridSelection = ({ grid, rows, window, today, startAt }: Props) => {
  const [{ focus: wanted, anchor }, dispatch] = useReducer(
    gridReducer({ rows: rows.length, columns: window.days }),
    null,
    () => ({
      focus: {
        row: Math.max(
          0,
          rows.findIndex(({ listing }) => listing.id === startAt),
        ),
        column: clamp(findColumn(window, today), window.days - 1),
      },
      anchor: null,
    }),
  )
  const [panel, setPanel] = useState<PanelKind | null>(null)
  const focus: Cell = {
    row: Math.min(wanted.row, rows.length - 1),
    column: Math.min(wanted.column, window.days - 1),
  }
  const selection = computeSelection({ focus, anchor })

  const shownWindow = `${window.start}/${window.days}`
  const [drawn, setDrawn] = useState(shownWindow)
  // Other nights mean other columns: the selection no longer applies.
  if (drawn !== shownWindow) {
    setDrawn(shownWindow)
    setPanel(null)
    dispatch({ kind: 'clear' })
  }
  useEffect(() => {
    const active = document.activeElement
    if (active?.matches('[data-cell]') && grid.current?.contains(active))
      grid.current.querySelector<HTMLElement>(`[data-cell="${focus.row}:${focus.column}"]`)?.focus()
  }, [grid, focus.row, focus.column, window.start])

  const findCell = ({ row, column }: Cell) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null
  return {
    focus,
    anchor,
    selection,
    panel,
    setPanel,
    dispatch,
    findCell,
    open: (kind: PanelKind) => {
      if (anchor === null) dispatch({ kind: 'press', cell: focus, extend: false })
      setPanel(kind)
    },
    close: () => {
      setPanel(null)
      dispatch({ kind: 'clear' })
      findCell(focus)?.focus()
    },
  }
}

export type GridSelection = ReturnType<typeof useGridSelection>
