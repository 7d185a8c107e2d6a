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
   * The answer that a text stands for; a text that stands for none is passed on as it is, to be told what is
   * wrong.
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
 * A text that is read as an answer with every key; while the hand is in it, it stays as it was typed, unless
 * somebody else answered otherwise.
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
