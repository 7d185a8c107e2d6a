/** A cell of the grid: row of the listing, column of the night. */
export type Cell = Readonly<{ row: number; column: number }>

/**
 * The focused cell, and where a selection starts in the same row; `anchor` is null when nothing is selected.
 */
export type GridState = Readonly<{ focus: Cell; anchor: Cell | null }>
export type GridSize = Readonly<{ rows: number; columns: number }>

export type GridAction =
  | Readonly<{ kind: 'move'; rows: number; columns: number; extend: boolean }>
  | Readonly<{ kind: 'rowEdge'; edge: 'first' | 'last'; extend: boolean }>
  | Readonly<{ kind: 'press'; cell: Cell; extend: boolean }>
  | Readonly<{ kind: 'drag'; column: number }>
  | Readonly<{ kind: 'focus'; cell: Cell }>
  | Readonly<{ kind: 'clear' }>

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))

/** Pure: a selection never leaves its row; moving without Shift drops it. */
export const gridReducer =
  (size: GridSize) =>
  (state: GridState, action: GridAction): GridState => {
    const { focus, anchor } = state
    switch (action.kind) {
      case 'move': {
        const next = {
          row: clamp(focus.row + action.rows, size.rows - 1),
          column: clamp(focus.column + action.columns, size.columns - 1),
        }
        return action.extend && action.rows === 0
          ? { focus: next, anchor: anchor ?? focus }
          : { focus: next, anchor: null }
      }
      case 'rowEdge': {
        const next = { row: focus.row, column: action.edge === 'first' ? 0 : size.columns - 1 }
        return action.extend ? { focus: next, anchor: anchor ?? focus } : { focus: next, anchor: null }
      }
      case 'press':
        return action.extend && action.cell.row === focus.row
          ? { focus: action.cell, anchor: anchor ?? focus }
          : { focus: action.cell, anchor: action.cell }
      case 'drag':
        return anchor
          ? { ...state, focus: { row: anchor.row, column: clamp(action.column, size.columns - 1) } }
          : state
      case 'focus':
        return anchor || (focus.row === action.cell.row && focus.column === action.cell.column)
          ? state
          : { focus: action.cell, anchor }
      case 'clear':
        return { focus, anchor: null }
    }
  }

/** The selected columns `[from, to)` of their row; null when nothing is selected. */
export const computeSelection = ({ focus, anchor }: GridState) =>
  anchor && {
    row: anchor.row,
    from: Math.min(anchor.column, focus.column),
    to: Math.max(anchor.column, focus.column) + 1,
  }

const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-5, 0],
  PageDown: [5, 0],
}

/** What a key means in the grid; undefined for keys that are not the grid's. */
export const actionOfKey = (key: string, shift: boolean): GridAction | undefined => {
  const arrow = ARROWS[key]
  if (arrow) return { kind: 'move', rows: arrow[0], columns: arrow[1], extend: shift }
  if (key === 'Home' || key === 'End')
    return { kind: 'rowEdge', edge: key === 'Home' ? 'first' : 'last', extend: shift }
  return key === 'Escape' ? { kind: 'clear' } : undefined
}
