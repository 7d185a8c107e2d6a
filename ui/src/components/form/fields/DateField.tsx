import type { FieldValues } from 'react-hook-form'
import { DateInput } from '../../date-fields/DateInput.tsx'
import type { LocalDate } from '../../dates/localDate.ts'
import { useField, type FieldOf } from './useField.ts'

type Props<Values extends FieldValues, Body> = FieldOf<Values, Body, string | null | undefined> & {
  /** The field may stay empty: then it is null. */
  optional?: boolean
  min?: LocalDate
}

/** A date, typed or chosen. A text that isn't a date stays in the form, so that its schema refuses it. */
export const DateField = <Values extends FieldValues, Body>({
  optional = false,
  min,
  ...props
}: Props<Values, Body>) => {
  const { value, onChange, onBlur, ref, name, error } = useField(props)
  return (
    <DateInput
      label={props.label}
      help={props.help}
      error={error}
      name={name}
      inputRef={ref}
      value={value ?? ''}
      onChange={(text) => onChange(optional && text === '' ? null : text)}
      onBlur={onBlur}
      min={min}
    />
  )
}
