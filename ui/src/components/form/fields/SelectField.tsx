import type { HTMLInputAutoCompleteAttribute } from 'react'
import { Select } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { Field } from '../Field.tsx'
import { useField, type FieldOf } from './useField.ts'

export type Option = Readonly<{ value: string; label: string }>
type Props<Values extends FieldValues, Body> = FieldOf<Values, Body, string | null | undefined> & {
  options: readonly Option[]
  /** An entry before the others that means null. */
  none?: string
  size?: 'small'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Changes what depends on the choice. */
  onPick?: (value: string) => void
}

/** One of many, in the browser's own list. */
export const SelectField = <Values extends FieldValues, Body>({
  options,
  none,
  size,
  autoComplete,
  onPick,
  ...props
}: Props<Values, Body>) => {
  const { value, onChange, onBlur, ref, name, error } = useField(props)
  return (
    <Field label={props.label} help={props.help} error={error}>
      {({ error: wrong, ...field }) => (
        <Select
          native
          name={name}
          error={wrong}
          inputRef={ref}
          value={options.some((option) => option.value === value) ? value : ''}
          onChange={({ target }) => {
            onChange(none !== undefined && target.value === '' ? null : target.value)
            onPick?.(target.value)
          }}
          onBlur={onBlur}
          {...(size && { size })}
          inputProps={{ ...field, autoComplete, 'aria-invalid': wrong }}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
