import { lazy, Suspense, useState } from 'react'
import { formatDay, formatRange, type LocalDate } from '../dates/localDate.ts'
import styles from './DateFields.module.css'
import type { NightMarks } from './nightMarks.ts'
import type { DatePair, DatePart, PickKind } from './pickDay.ts'
import { TypedDateField } from './TypedDateField.tsx'
import { isDate } from './useTypedDate.ts'

const DatePopover = lazy(() => import('./DatePopover.tsx'))

type Props = Readonly<{
  kind: Exclude<PickKind, 'day'>
  labels: Readonly<Record<DatePart, string>>
  pair: DatePair
  onChange: (pair: DatePair) => void
  errors?: Readonly<Partial<Record<DatePart, string>>>
  help?: Readonly<Partial<Record<DatePart, string>>>
  /** Shown after the range, such as its nights. */
  note?: string | undefined
  min?: LocalDate
  disabled?: Readonly<Partial<Record<DatePart, boolean>>>
  required?: boolean
  nights?: NightMarks
}>

const readPair = ({ start, end }: DatePair) => {
  if (!isDate(start) || !isDate(end) || end < start) return undefined
  return start === end ? formatDay(start) : formatRange(start, end)
}

/** Two dates that belong together, with one calendar for both. What was understood is below them. */
export const DateRangeInput = ({
  kind,
  labels,
  pair,
  onChange,
  errors = {},
  help = {},
  note,
  min,
  disabled = {},
  required,
  nights,
}: Props) => {
  const [opened, setOpened] = useState<Readonly<{ part: DatePart; anchor: HTMLElement }> | null>(null)
  const read = readPair(pair)
  const field = (part: DatePart) => (
    <TypedDateField
      label={labels[part]}
      value={pair[part]}
      onChange={(value) => onChange({ ...pair, [part]: value })}
      error={errors[part]}
      help={help[part]}
      min={disabled[part] === true ? undefined : min}
      disabled={disabled[part]}
      required={required}
      onOpen={(anchor) => setOpened({ part, anchor })}
    />
  )
  return (
    <div className={styles['range']}>
      <div className={styles['pair']}>
        {field('start')}
        {field('end')}
      </div>
      {read !== undefined && (
        <p className="small q num">
          {read}
          {note !== undefined && `, ${note}`}
        </p>
      )}
      {opened !== null && (
        <Suspense fallback={null}>
          <DatePopover
            anchor={opened.anchor}
            kind={kind}
            labels={labels}
            pair={pair}
            opened={opened.part}
            min={min}
            nights={nights}
            onChange={onChange}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
