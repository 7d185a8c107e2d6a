import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import { Field } from '../form/Field.tsx'
import type { LocalDate } from '../dates/localDate.ts'
import styles from './filterForms.module.css'

/** The first and last day of a range, with the browser's date fields. */
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
  const [start, setStart] = useState(from ?? '')
  const [end, setEnd] = useState(last ?? '')
  const wrong = start !== '' && end !== '' && end < start
  return (
    <form
      style={{ display: 'grid', gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onApply(start || undefined, end || undefined)
      }}
    >
      <div className={styles['dates']}>
        <Field label={t('table.from')}>
          {(field) => (
            <OutlinedInput
              {...field}
              type="date"
              value={start}
              onChange={({ target }) => setStart(target.value)}
            />
          )}
        </Field>
        <Field label={t('table.until')} error={wrong ? t('table.untilBeforeFrom') : undefined}>
          {(field) => (
            <OutlinedInput
              {...field}
              type="date"
              value={end}
              onChange={({ target }) => setEnd(target.value)}
            />
          )}
        </Field>
      </div>
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
