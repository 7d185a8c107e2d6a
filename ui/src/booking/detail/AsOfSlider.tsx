import { useState } from 'react'
import { Slider } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { formatDay, formatInstant, wallClock } from '../../components/dates/localDate.ts'
import styles from './AsOfSlider.module.css'

type Props = {
  instants: readonly string[]
  asOf: string | null
  zone: string
  onChange: (instant: string | null) => void
}

const STEPS = 1000

/** A slider with a stop at every event and at the present. */
export const AsOfSlider = ({ instants, asOf, zone, onChange }: Props) => {
  const t = useText()
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
  const when = at === null ? formatInstant(new Date(opened).toISOString(), zone) : formatInstant(at, zone)
  return (
    <div className={styles['asOf']}>
      <div className={`${styles['row']} small`}>
        <span className="q">{t(at === null ? 'booking.asOfNow' : 'booking.asOf')}</span>
        <span className="strong num">{when}</span>
      </div>
      <Slider
        className={styles['slider'] ?? ''}
        size="small"
        min={0}
        max={STEPS}
        step={null}
        marks={marks.map(({ value }) => ({ value }))}
        value={shown}
        aria-label={t('booking.showAsOf')}
        getAriaValueText={(value) => {
          const { instant } = nearest(value)
          return instant === null ? t('booking.now') : formatInstant(instant, zone)
        }}
        onChange={(_, value) => setDragged(value as number)}
        onChangeCommitted={(_, value) => {
          setDragged(null)
          onChange(nearest(value as number).instant)
        }}
      />
      <div className={`${styles['row']} cap c num`}>
        <span>{formatDay(wallClock(first, zone).date)}</span>
        <span>{t(at === null ? 'booking.drag' : 'booking.now')}</span>
      </div>
    </div>
  )
}
