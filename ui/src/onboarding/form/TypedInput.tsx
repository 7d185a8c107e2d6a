import { useState, type ReactNode } from 'react'
import { OutlinedInput, type OutlinedInputProps } from '@mui/material'
import { Field } from '../../ui/Field.tsx'

type Props = {
  label: ReactNode
  help?: ReactNode
  error: string | undefined
  value: unknown
  /** The answer that a text stands for; a text that stands for none is passed on as it is, to be told what is wrong. */
  parse: (text: string) => unknown
  format?: (value: unknown) => string
  onChange: (value: unknown) => void
  inputProps?: OutlinedInputProps['inputProps']
  endAdornment?: ReactNode
  type?: string
  rows?: number
}

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A text that is read as an answer with every key; what stands in it is left alone while the hand is in it. */
export const TypedInput = ({ label, help, error, value, parse, format = plain, onChange, inputProps, endAdornment, type = 'text', rows }: Props) => {
  const [text, setText] = useState<string | null>(null)
  const change = (next: string) => {
    setText(next)
    onChange(next.trim() === '' ? null : parse(next))
  }
  return (
    <Field label={label} help={help} error={error}>
      {({ error: wrong, ...field }) => (
        <OutlinedInput
          type={type}
          error={wrong}
          value={text ?? format(value)}
          {...(rows === undefined ? {} : { multiline: true, minRows: rows })}
          onFocus={() => setText(format(value))}
          onBlur={() => setText(null)}
          onChange={({ target }) => change(target.value)}
          inputProps={{ ...field, 'aria-invalid': wrong, ...inputProps }}
          endAdornment={endAdornment}
        />
      )}
    </Field>
  )
}
