import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes } from 'react'
import { OutlinedInput } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { Field } from '../Field.tsx'
import { useField, type FieldOf } from './useField.ts'

type Props<Values extends FieldValues, Body> = FieldOf<Values, Body, string | null | undefined> & {
  type?: HTMLInputTypeAttribute
  /** The field may stay empty: then it is null. */
  optional?: boolean
  /** Shown after the label, such as what an empty field means. */
  note?: string
  /** Several lines, this many at first. */
  rows?: number
  size?: 'small'
  disabled?: boolean
  autoComplete?: HTMLInputAutoCompleteAttribute
  input?: InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>
}

/** Text, an address or a date: whatever one input of the browser takes. */
export const TextField = <Values extends FieldValues, Body>({
  type = 'text',
  optional = false,
  note,
  rows,
  size,
  disabled,
  autoComplete,
  input,
  ...props
}: Props<Values, Body>) => {
  const { value, onChange, onBlur, ref, name, error } = useField(props)
  const label =
    note === undefined ? (
      props.label
    ) : (
      <>
        {props.label} <span className="c">{note}</span>
      </>
    )
  return (
    <Field label={label} help={props.help} error={error}>
      {({ error: wrong, ...field }) => (
        <OutlinedInput
          name={name}
          type={type}
          error={wrong}
          inputRef={ref}
          value={value ?? ''}
          onChange={({ target }) => onChange(optional && target.value.trim() === '' ? null : target.value)}
          onBlur={onBlur}
          {...(size && { size })}
          {...(disabled !== undefined && { disabled })}
          {...(rows !== undefined && { multiline: true, minRows: rows, maxRows: 3 * rows })}
          inputProps={{ ...field, autoComplete, 'aria-invalid': wrong, ...input }}
        />
      )}
    </Field>
  )
}
