import { useRef, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CalendarRow } from '../rows/calendarRow.ts'
import type { NightWindow } from '../rows/window.ts'
import { findShortcut } from '../../components/action/shortcuts.ts'
import { actionOfKey } from './selection.ts'
import { pathOfBar } from './useBarText.ts'
import type { GridSelection } from './useGridSelection.ts'

const WEEK = 7

/** -1 or 1 where the key leaves the window at its start or end. */
const leavingDirection = (key: string, column: number, days: number) =>
  key === 'ArrowLeft' && column === 0 ? -1 : key === 'ArrowRight' && column === days - 1 ? 1 : 0

type Props = Readonly<{
  rows: readonly CalendarRow[]
  window: NightWindow
  grid: GridSelection
  onShift: (days: number) => void
}>

/** The keys of the grid: arrows move, Shift extends, Enter opens, `b` blocks, `p` prices and `e` explains. */
export const useGridKeys = ({ rows, window, grid, onShift }: Props) => {
  const navigate = useNavigate()
  const lastKey = useRef('')
  const { focus, anchor, dispatch, open, setPanel } = grid
  return (event: KeyboardEvent) => {
    const { key, target } = event
    // A letter after `g` goes to a page.
    const isGo = lastKey.current === 'g'
    lastKey.current = key
    const isOnCell = target instanceof Element && target.matches('[data-cell]')
    if (!isOnCell || event.ctrlKey || event.metaKey || event.altKey || isGo) return
    const shortcut = findShortcut('calendar', event)
    if (shortcut === undefined) return
    const action = actionOfKey(key, event.shiftKey)
    const bar = rows[focus.row]?.covering[focus.column]
    const path = bar && pathOfBar(bar)
    const leaving = leavingDirection(key, focus.column, window.days)
    if (leaving !== 0 && !event.shiftKey) {
      onShift(leaving * WEEK)
      dispatch({ kind: 'move', rows: 0, columns: -leaving * (WEEK - 1), extend: false })
    } else if (action) {
      dispatch(action)
      if (action.kind === 'clear') setPanel(null)
    } else if (shortcut === 'openNight' && path !== undefined && anchor === null) void navigate(path)
    else if (shortcut === 'openNight' || shortcut === 'block') open('block')
    else if (shortcut === 'select') dispatch({ kind: 'press', cell: focus, extend: false })
    else if (shortcut === 'price') open('price')
    else if (shortcut === 'why') open('why')
    event.preventDefault()
  }
}
