import { useState, type KeyboardEvent } from 'react'
import { Slider } from '@mui/material'
import styles from './AsOfSlider.module.css'

type Words = Readonly<{
  /** Of the slider, for screen readers. */
  label: string
  /** Before the time that is shown, and before the present. */
  asOf: string
  asOfNow: string
  now: string
  /** What to do while the present is shown. */
  hint: string
}>

type Props = {
  /** Of events, the earliest first. */
  instants: readonly string[]
  asOf: string | null
  format: (instant: string) => string
  formatStart: (instant: string) => string
  words: Words
  onChange: (instant: string | null) => void
}

const STEPS = 1000

/** A slider with a stop at every event and at the present; the arrow keys go from stop to stop, Home and End to the ends. */
export const AsOfSlider = ({ instants, asOf, format, formatStart, words, onChange }: Props) => {
  const [opened] = useState(() => Date.now())
  const [dragged, setDragged] = useState<number | null>(null)
  const unique = [...new Set(instants)]
  const [first] = unique
  if (first === undefined) return null
  const start = Date.parse(first)
  const width = Math.max(1, opened - start)
  // Half by time, half by order: a quiet month looks long, and events within a minute are still separate.
  const computeValue = (instant: string, index: number) =>
    Math.round((((Date.parse(instant) - start) / width + index / unique.length) / 2) * STEPS)
  const marks: readonly { instant: string | null; value: number }[] = [
    ...unique.map((instant, index) => ({ instant, value: computeValue(instant, index) })),
    { instant: null, value: STEPS },
  ]
  const nearest = (value: number) =>
    marks.reduce(
      (best, mark) => (Math.abs(mark.value - value) < Math.abs(best.value - value) ? mark : best),
      marks[0] ?? { instant: null, value: STEPS },
    )
  const before = unique.filter((instant) => asOf !== null && instant <= asOf)
  const wanted = asOf === null ? STEPS : computeValue(asOf, Math.max(0, before.length - 1))
  const shown = dragged ?? wanted
  const at = dragged === null ? asOf : nearest(dragged).instant
  // Without a step of its own the slider takes these keys for the next stop.
  const jump = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    event.stopPropagation()
    onChange(event.key === 'Home' ? first : null)
  }
  return (
    <div className={styles['asOf']} onKeyDownCapture={jump}>
      <div className={`${styles['row']} small`}>
        <span className="q">{at === null ? words.asOfNow : words.asOf}</span>
        <span className="strong num">{format(at ?? new Date(opened).toISOString())}</span>
      </div>
      <Slider
        className={styles['slider'] ?? ''}
        size="small"
        min={0}
        max={STEPS}
        step={null}
        marks={marks.map(({ value }) => ({ value }))}
        value={shown}
        aria-label={words.label}
        getAriaValueText={(value) => {
          const { instant } = nearest(value)
          return instant === null ? words.now : format(instant)
        }}
        onChange={(_, value) => setDragged(value as number)}
        onChangeCommitted={(_, value) => {
          setDragged(null)
          onChange(nearest(value as number).instant)
        }}
      />
      <div className={`${styles['row']} cap c num`}>
        <span>{formatStart(first)}</span>
        <span>{at === null ? words.hint : words.now}</span>
      </div>
    </div>
  )
}
