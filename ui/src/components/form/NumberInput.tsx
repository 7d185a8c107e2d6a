import type { Ref } from 'react'
import { InputAdornment, OutlinedInput } from '@mui/material'
import { Field } from './Field.tsx'

type Props = {
  label: string
  value: string
  unit: string
  help?: string | undefined
  error: string | undefined
  /** What an empty field means. */ empty?: string
  name?: string
  inputRef?: Ref<HTMLInputElement>
  onChange: (text: string) => void
  onBlur?: () => void
}

/** A number with its unit, typed as text so that nothing is rounded under the hand. */
export const NumberInput = ({ label, value, unit, help, error, empty, onChange, ...input }: Props) => (
  <Field
    label={
      <>
        {label} {empty !== undefined && <span className="c">{empty}</span>}
      </>
    }
    help={help}
    error={error}
  >
    {({ error: wrong, ...field }) => (
      <OutlinedInput
        {...input}
        size="small"
        error={wrong}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ ...field, inputMode: 'decimal', maxLength: 14, 'aria-invalid': wrong }}
        endAdornment={
          <InputAdornment position="end">
            <span className="c small">{unit}</span>
          </InputAdornment>
        }
      />
    )}
  </Field>
)
