import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import { Field } from '../form/Field.tsx'
import { DateRangeInput } from '../date-fields/DateRangeInput.tsx'
import { isDate } from '../date-fields/useTypedDate.ts'
import type { LocalDate } from '../dates/localDate.ts'
import styles from './filterForms.module.css'

/** The first and last day of a range; either can be left open. */
export const DatesForm = ({
  from,
  last,
  onApply,
}: {
  from: LocalDate | undefined
  last: LocalDate | undefined
  onApply: (from: LocalDate | undefined, last: LocalDate | undefined) => void
}) => {
  const t = useText()
  const [pair, setPair] = useState({ start: from ?? '', end: last ?? '' })
  const { start, end } = pair
  const known = [start, end].every((date) => date === '' || isDate(date))
  const turned = known && start !== '' && end !== '' && end < start
  const wrong = !known || turned
  return (
    <form
      style={{ display: 'grid', gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onApply(start || undefined, end || undefined)
      }}
    >
      <DateRangeInput
        kind="days"
        labels={{ start: t('table.from'), end: t('table.until') }}
        pair={pair}
        errors={turned ? { end: t('table.untilBeforeFrom') } : {}}
        onChange={setPair}
      />
      <Button type="submit" variant="contained" color="primary" disabled={wrong}>
        {t('table.apply')}
      </Button>
    </form>
  )
}

type Choice = Readonly<{ key: string; label: string }>
export const ChoiceForm = ({
  legend,
  choices,
  chosen,
  many = false,
  onChange,
}: {
  legend: string
  choices: readonly Choice[]
  chosen: readonly string[]
  many?: boolean
  onChange: (chosen: readonly string[]) => void
}) => (
  <fieldset className={styles['choices']}>
    <legend className="sr">{legend}</legend>
    {choices.map(({ key, label }) => (
      <label key={key}>
        {many ? (
          <>
            <Checkbox
              label={label}
              checked={chosen.includes(key)}
              onChange={() =>
                onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
              }
            />
            <span aria-hidden>{label}</span>
          </>
        ) : (
          <>
            <input
              type="radio"
              name={legend}
              checked={chosen.includes(key)}
              onChange={() => onChange([key])}
            />
            {label}
          </>
        )}
      </label>
    ))}
  </fieldset>
)

export const TextForm = ({
  label,
  help,
  value,
  onApply,
}: {
  label: string
  help?: string
  value: string
  onApply: (text: string) => void
}) => {
  const t = useText()
  const [text, setText] = useState(value)
  return (
    <form
      style={{ display: 'grid', gap: 12, minWidth: 260 }}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(text.trim())
      }}
    >
      <Field label={label} help={help}>
        {(field) => (
          <OutlinedInput {...field} value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <Button type="submit" variant="contained" color="primary">
        {t('table.apply')}
      </Button>
    </form>
  )
}
