import { OutlinedInput } from '@mui/material'
import { Field } from '../../components/form/Field.tsx'
import type { LocalDate } from '../../components/dates/localDate.ts'

type Props = Readonly<{
  label: string
  value: LocalDate
  error: string | undefined
  help?: string | undefined
  min: LocalDate
  disabled?: boolean
  required?: boolean
  onChange: (date: LocalDate) => void
}>

/** One of the two dates of a block. Its error can depend on the other date. */
export const DateField = ({
  label,
  value,
  error,
  help,
  min,
  disabled = false,
  required,
  onChange,
}: Props) => (
  <Field label={label} error={error} help={help}>
    {({ error: wrong, ...field }) => (
      <OutlinedInput
        type="date"
        error={wrong}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ ...field, min, required }}
      />
    )}
  </Field>
)
