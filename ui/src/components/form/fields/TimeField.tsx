import type { FieldValues } from 'react-hook-form'
import { TimeInput } from '../../date-fields/TimeInput.tsx'
import { useField, type FieldOf } from './useField.ts'

/** A time on the person's clock. A text that isn't a time stays in the form, so that its schema refuses it. */
export const TimeField = <Values extends FieldValues, Body>(props: FieldOf<Values, Body, string>) => {
  const { value, onChange, onBlur, ref, name, error } = useField(props)
  return (
    <TimeInput
      label={props.label}
      help={props.help}
      error={error}
      name={name}
      inputRef={ref}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
