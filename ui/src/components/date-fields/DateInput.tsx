import { lazy, Suspense, useState } from 'react'
import { formatDay } from '../dates/localDate.ts'
import { isDay } from '../dates/typedDate.ts'
import type { NightMarks } from './nightMarks.ts'
import { TypedDateField, type TypedDateProps } from './TypedDateField.tsx'

const DatePopover = lazy(() => import('./DatePopover.tsx'))

/** One date: typed in the person's format, or chosen from a calendar. What was understood is below it. */
export const DateInput = ({
  label,
  help,
  nights,
  ...field
}: Omit<TypedDateProps, 'label'> & { label: string; nights?: NightMarks }) => {
  const { value, min, max, onChange } = field
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const read = isDay(value) && <span className="num">{formatDay(value)}. </span>
  return (
    <>
      <TypedDateField
        {...field}
        label={label}
        help={
          read || help !== undefined ? (
            <>
              {read}
              {help}
            </>
          ) : undefined
        }
        onOpen={setAnchor}
      />
      {anchor !== null && (
        <Suspense fallback={null}>
          <DatePopover
            anchor={anchor}
            kind="day"
            labels={{ start: label, end: label }}
            pair={{ start: value, end: value }}
            opened="start"
            min={min}
            max={max}
            nights={nights}
            onChange={({ start }) => onChange(start)}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  )
}
