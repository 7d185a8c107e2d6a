import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addMonths } from '@hearth/contracts/kernel/dates'
import { Popover, useMediaQuery } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { browserZone, nightsBetween, todayIn, type LocalDate } from '../dates/localDate.ts'
import { findFirstWeekday, moveInGrid, startOfMonth } from '../dates/monthGrid.ts'
import { readerLocale } from '../dates/timeOfDay.ts'
import { isDay } from '../dates/typedDate.ts'
import { Icon } from '../display/icons.tsx'
import styles from './DateFields.module.css'
import { MonthGrid } from './MonthGrid.tsx'
import type { NightMarks } from './nightMarks.ts'
import { pickDay, type DatePair, type DatePart, type PickKind } from './pickDay.ts'

type Props = Readonly<{
  anchor: HTMLElement
  kind: PickKind
  labels: Readonly<Record<DatePart, string>>
  pair: DatePair
  /** The field whose date is chosen first. */
  opened: DatePart
  min?: LocalDate | undefined
  max?: LocalDate | undefined
  nights?: NightMarks | undefined
  onChange: (pair: DatePair) => void
  onClose: () => void
}>

/** The focused day, the months around it, and the keys that move it. */
const useMonths = (initial: LocalDate, count: number, firstWeekday: number) => {
  const root = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(initial)
  const [first, setFirst] = useState(startOfMonth(initial))
  // Only keys and opening take the focus; the buttons of the months keep it.
  const [grabs, setGrabs] = useState(true)
  useEffect(() => {
    if (grabs) root.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused, grabs])
  const show = (month: LocalDate) => {
    setFirst(month)
    setGrabs(false)
    if (focused < month || focused >= addMonths(month, count)) setFocused(month)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['date'] === undefined) return
    const day = moveInGrid(event.target.dataset['date'], event, firstWeekday)
    if (day === undefined || !isDay(day)) return
    event.preventDefault()
    setGrabs(true)
    setFocused(day)
    const month = startOfMonth(day)
    if (month < first) setFirst(month)
    else if (month >= addMonths(first, count)) setFirst(addMonths(month, 1 - count))
  }
  const months = Array.from({ length: count }, (_, index) => addMonths(first, index))
  return { root, focused, first, months, show, onKeyDown }
}

const clamp = (day: LocalDate, { min = day, max = day }: Pick<Props, 'min' | 'max'>): LocalDate =>
  day < min ? min : day > max ? max : day

/** Tells the owner of the nights which days are on screen. */
const useShown = (nights: NightMarks | undefined, first: LocalDate, count: number) => {
  const onShow = nights?.onShow
  useEffect(() => onShow?.(first, nightsBetween(first, addMonths(first, count))), [onShow, first, count])
}

type PickerProps = Omit<Props, 'anchor' | 'opened'> &
  Readonly<{ part: DatePart; onPart: (part: DatePart) => void }>

const Picker = ({ kind, labels, pair, part, min, max, nights, onChange, onPart, onClose }: PickerProps) => {
  const t = useText()
  const count = useMediaQuery('(max-width:700px)') ? 1 : 2
  const today = todayIn(browserZone())
  const firstWeekday = findFirstWeekday(readerLocale())
  const initial = [pair[part], pair.start].find(isDay) ?? clamp(today, { min, max })
  const { root, focused, first, months, show, onKeyDown } = useMonths(initial, count, firstWeekday)
  useShown(nights, first, count)
  const pick = (day: LocalDate) => {
    const { pair: picked, next } = pickDay(pair, part, day, kind)
    onChange(picked)
    if (next === undefined) onClose()
    else onPart(next)
  }
  return (
    <div ref={root} className={styles['picker']}>
      <div className={styles['head']}>
        <button type="button" aria-label={t('dates.previous')} onClick={() => show(addMonths(first, -1))}>
          <Icon name="left" />
        </button>
        <p className="strong" aria-live="polite">
          {labels[part]}
        </p>
        <button type="button" aria-label={t('dates.next')} onClick={() => show(addMonths(first, 1))}>
          <Icon name="right" />
        </button>
      </div>
      <div className={styles['months']}>
        {months.map((month) => (
          <MonthGrid
            key={month}
            month={month}
            firstWeekday={firstWeekday}
            focused={focused}
            today={today}
            pair={pair}
            kind={kind}
            marks={nights?.marks}
            isAllowed={(day) => clamp(day, { min, max }) === day}
            onPick={pick}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <p className="sr">{t('dates.keys')}</p>
    </div>
  )
}

/** The months from which days are chosen: two on a desk, one on a phone. */
const DatePopover = ({ anchor, opened, ...picker }: Props) => {
  const [part, setPart] = useState(opened)
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={picker.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': picker.labels[part], sx: { mt: 0.5 } } }}
    >
      <Picker {...picker} part={part} onPart={setPart} />
    </Popover>
  )
}
export default DatePopover
