import { useState, type ReactNode } from 'react'
import { OutlinedInput, type OutlinedInputProps } from '@mui/material'
import { Field } from '../../components/form/Field.tsx'
import { same } from '../saving/autosave.ts'

type Props = {
  label: ReactNode
  help?: ReactNode
  error: string | undefined
  value: unknown
  /**
   * Reads the answer from the text; a text that cannot be read is passed on unchanged, so that validation
   * reports it.
   */
  parse: (text: string) => unknown
  format?: (value: unknown) => string
  onChange: (value: unknown) => void
  inputProps?: OutlinedInputProps['inputProps']
  endAdornment?: ReactNode
  type?: string
  rows?: number
}

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/**
 * A text that is parsed with every key. While it has the focus it stays as it was typed, unless another
 * person changes the answer.
 */
export const TypedInput = ({
  label,
  help,
  error,
  value,
  parse,
  format = plain,
  onChange,
  inputProps,
  endAdornment,
  type = 'text',
  rows,
}: Props) => {
  const [typed, setTyped] = useState<Readonly<{ text: string; answer: unknown }> | null>(null)
  const change = (text: string) => {
    const answer = text.trim() === '' ? null : parse(text)
    setTyped({ text, answer })
    onChange(answer)
  }
  const isOwn = typed !== null && (same(typed.answer, value) || typed.text.trim() === format(value).trim())
  return (
    <Field label={label} help={help} error={error}>
      {({ error: wrong, ...field }) => (
        <OutlinedInput
          type={type}
          error={wrong}
          value={isOwn ? typed.text : format(value)}
          {...(rows === undefined ? {} : { multiline: true, minRows: rows })}
          onFocus={() => setTyped({ text: format(value), answer: value })}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => change(target.value)}
          inputProps={{ ...field, 'aria-invalid': wrong, ...inputProps }}
          endAdornment={endAdornment}
        />
      )}
    </Field>
  )
}
