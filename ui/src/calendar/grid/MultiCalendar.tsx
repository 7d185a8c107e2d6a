import {
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { addDays, formatDay, formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { BlockPanel } from './BlockPanel.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { gridDaysOf } from './gridDays.ts'
import { GridHead } from './GridHead.tsx'
import styles from './MultiCalendar.module.css'
import { NightReasons } from '../NightReasons.tsx'
import { RowOfNights } from './RowOfNights.tsx'
import { actionOfKey, gridReducer, selectionOf, type Cell } from './selection.ts'
import { SelectionPanel } from './SelectionPanel.tsx'
import { pathOfBar } from './useBarText.ts'
import { cellOfElement, useGridPointer } from './useGridPointer.ts'
import { columnOf, endOf, type NightWindow } from '../rows/window.ts'

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
const spanClass = (days: number) => (days > 40 ? styles['quarter'] : days <= 14 ? styles['wide'] : '')

/** Nights of many listings side by side: moved through by keys, selected by dragging, tapping or Shift. */
export const MultiCalendar = ({
  rows,
  window,
  today,
  dayShare,
  phone,
  corner,
  startAt,
  onShift,
  embedded = false,
}: Props) => {
  const t = useText()
  const navigate = useNavigate()
  const grid = useRef<HTMLTableElement>(null)
  const lastKey = useRef('')
  const days = useMemo(
    () => gridDaysOf({ start: window.start, days: window.days }),
    [window.start, window.days],
  )
  const [{ focus: wanted, anchor }, dispatch] = useReducer(
    gridReducer({ rows: rows.length, columns: window.days }),
    null,
    () => ({
      focus: {
        row: Math.max(
          0,
          rows.findIndex(({ listing }) => listing.id === startAt),
        ),
        column: Math.max(0, Math.min(window.days - 1, columnOf(window, today))),
      },
      anchor: null,
    }),
  )
  const [panel, setPanel] = useState<'block' | 'why' | null>(null)
  const focus: Cell = {
    row: Math.min(wanted.row, rows.length - 1),
    column: Math.min(wanted.column, window.days - 1),
  }
  const selection = selectionOf({ focus, anchor })
  const cellOf = ({ row, column }: Cell) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null
  const selected = {
    row: selection?.row ?? focus.row,
    from: selection?.from ?? focus.column,
    to: selection?.to ?? focus.column + 1,
  }
  /** All selected cells as one thing to stand beside, on whichever side there is room. */
  const besides = () => {
    const first = cellOf({ row: selected.row, column: selected.from })?.getBoundingClientRect()
    const last = cellOf({ row: selected.row, column: selected.to - 1 })?.getBoundingClientRect()
    return new DOMRect(first?.left, first?.top, (last?.right ?? 0) - (first?.left ?? 0), first?.height)
  }

  const shownWindow = `${window.start}/${window.days}`
  const [drawn, setDrawn] = useState(shownWindow)
  // Other nights, other columns: what was selected means nothing any more.
  if (drawn !== shownWindow) {
    setDrawn(shownWindow)
    setPanel(null)
    dispatch({ kind: 'clear' })
  }
  useEffect(() => {
    const active = document.activeElement
    if (active?.matches('[data-cell]') && grid.current?.contains(active))
      grid.current.querySelector<HTMLElement>(`[data-cell="${focus.row}:${focus.column}"]`)?.focus()
  }, [focus.row, focus.column, window.start])
  useEffect(() => {
    if (startAt !== null) grid.current?.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'nearest' })
  }, [startAt])

  const open = (kind: 'block' | 'why') => {
    if (anchor === null) dispatch({ kind: 'press', cell: focus, extend: false })
    setPanel(kind)
  }
  const close = () => {
    setPanel(null)
    dispatch({ kind: 'clear' })
    cellOf(focus)?.focus()
  }
  const pointer = useGridPointer({
    dispatch,
    onDone: () => setPanel('block'),
    onSwipe: (direction) => onShift(direction * WEEK),
    tapped: panel === null ? anchor : null,
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    // A letter after `g` goes to a page.
    const isGo = lastKey.current === 'g'
    lastKey.current = key
    if (
      !(target instanceof Element) ||
      !target.matches('[data-cell]') ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isGo
    )
      return
    const action = actionOfKey(key, event.shiftKey)
    const bar = rows[focus.row]?.covering[focus.column]
    const path = bar && pathOfBar(bar)
    const over =
      key === 'ArrowLeft' && focus.column === 0
        ? -1
        : key === 'ArrowRight' && focus.column === window.days - 1
          ? 1
          : 0
    if (over !== 0 && !event.shiftKey) {
      onShift(over * WEEK)
      dispatch({ kind: 'move', rows: 0, columns: -over * (WEEK - 1), extend: false })
    } else if (action) {
      dispatch(action)
      if (action.kind === 'clear') setPanel(null)
    } else if (key === 'Enter' && path !== undefined && anchor === null) void navigate(path)
    else if (key === 'Enter' || key.toLowerCase() === 'b') open('block')
    else if (key === ' ') dispatch({ kind: 'press', cell: focus, extend: false })
    else if (key.toLowerCase() === 'e') open('why')
    else return
    event.preventDefault()
  }

  const row = rows[selected.row]
  const start = addDays(window.start, selected.from)
  const end = addDays(window.start, selected.to)
  const night = addDays(window.start, focus.column)
  const line = columnOf(window, today)
  const showsToday = line >= 0 && line < window.days
  const chosen =
    selection && row
      ? t('calendar.chosen', {
          smart_count: selection.to - selection.from,
          listing: row.listing.title,
          range: formatRange(start, end),
        })
      : ''
  return (
    <>
      <div className={`${styles['frame']} ${embedded ? styles['embedded'] : ''}`}>
        <div
          className={`${styles['grid']} ${spanClass(window.days)}`}
          style={{ '--days': window.days } as CSSProperties}
        >
          <table
            ref={grid}
            role="grid"
            aria-label={t('calendar.nightsOf', {
              from: formatDay(window.start),
              to: formatDay(addDays(endOf(window), -1)),
            })}
            aria-rowcount={rows.length + 1}
            aria-colcount={window.days + 1}
            aria-multiselectable
            tabIndex={-1}
            className={styles['table']}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => {
              const cell = cellOfElement(target)
              if (cell) dispatch({ kind: 'focus', cell })
            }}
            {...pointer}
          >
            <GridHead window={window} days={days} today={today} corner={corner} />
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
          {showsToday && (
            <div
              aria-hidden
              className={styles['nowline']}
              style={{ left: `calc(var(--l) + (100% - var(--l)) * ${(line + dayShare) / window.days})` }}
            />
          )}
        </div>
      </div>
      <p className="sr" role="status">
        {panel === null ? chosen : ''}
      </p>
      {phone && anchor !== null && panel === null && row && (
        <p className={`${styles['hint']} num`} aria-hidden>
          {t('calendar.tapLast', { listing: row.listing.title, day: formatDay(start) })}
        </p>
      )}
      {panel !== null && row && (
        <SelectionPanel
          anchor={besides}
          phone={phone}
          title={row.listing.title}
          detail={
            panel === 'why'
              ? formatDay(night)
              : `${formatRange(start, end)}, ${t('calendar.selected', { smart_count: selected.to - selected.from })}`
          }
          onClose={close}
        >
          {panel === 'why' ? (
            <NightReasons listing={row.listing} date={night} />
          ) : (
            <BlockPanel
              key={`${row.listing.id}${start}${end}`}
              row={row}
              start={start}
              end={end}
              onWhy={() => setPanel('why')}
              onDone={close}
            />
          )}
        </SelectionPanel>
      )}
    </>
  )
}
