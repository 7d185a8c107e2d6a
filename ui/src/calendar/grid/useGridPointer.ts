import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { Cell, GridAction } from './selection.ts'

const isBar = (target: EventTarget) => target instanceof Element && target.closest('a') !== null

/** The cell that an element is, or is in. */
export const cellOfElement = (target: EventTarget): Cell | null => {
  const [row, column] = (
    target instanceof Element ? (target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '') : ''
  )
    .split(':')
    .map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

/**
 * The cell under the pointer. A bar covers later cells than the one that contains it: there the distance
 * decides.
 */
export const cellAt = ({ target, clientX }: Pick<MouseEvent, 'target' | 'clientX'>): Cell | null => {
  const cell = cellOfElement(target)
  const element = target instanceof Element ? target.closest('[data-cell]') : null
  if (!cell || !element) return null
  const { left, width } = element.getBoundingClientRect()
  return {
    row: cell.row,
    column: width > 0 ? cell.column + Math.floor((clientX - left) / width) : cell.column,
  }
}

type Handlers = {
  dispatch: (action: GridAction) => void
  /** The selection is made. */
  onDone: () => void
  /** The person swiped: -1 back, 1 forward. */
  onSwipe: (direction: -1 | 1) => void
  /** Where a selection by taps started; null when there is none. */
  tapped: Cell | null
}

const SWIPE_PX = 60

/**
 * Selecting by pointer: a mouse drags, a finger taps the first and the last night, and swipes through time.
 */
export const useGridPointer = ({ dispatch, onDone, onSwipe, tapped }: Handlers) => {
  const dragging = useRef(false)
  const touch = useRef<{ x: number; y: number } | null>(null)
  const swiped = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      swiped.current = false
      if (event.pointerType === 'touch') {
        touch.current = { x: event.clientX, y: event.clientY }
        return
      }
      const cell = cellAt(event)
      if (event.button !== 0 || isBar(event.target) || !cell) return
      dragging.current = true
      dispatch({ kind: 'press', cell, extend: event.shiftKey })
      const finish = () => {
        window.removeEventListener('pointerup', finish)
        if (!dragging.current) return
        dragging.current = false
        onDone()
      }
      window.addEventListener('pointerup', finish)
    },
    onPointerMove: (event: PointerEvent) => {
      const cell = dragging.current ? cellAt(event) : null
      if (cell) dispatch({ kind: 'drag', column: cell.column })
    },
    onPointerUp: (event: PointerEvent) => {
      const from = touch.current
      touch.current = null
      if (!from) return
      const across = event.clientX - from.x
      if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(event.clientY - from.y)) return
      swiped.current = true
      onSwipe(across < 0 ? 1 : -1)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const byTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
      const cell = cellAt(event)
      if (swiped.current) event.preventDefault()
      if (!byTouch || swiped.current || isBar(event.target) || !cell) return
      if (tapped?.row === cell.row) {
        dispatch({ kind: 'drag', column: cell.column })
        onDone()
      } else dispatch({ kind: 'press', cell, extend: false })
    },
  }
}
