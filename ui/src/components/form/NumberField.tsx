import { InputAdornment, OutlinedInput } from '@mui/material'
import { Field } from './Field.tsx'

type Props = {
  label: string
  value: string
  unit: string
  error: string | undefined
  /** What an empty field means. */ empty?: string
  onChange: (text: string) => void
}

/** A number with its unit, typed as text so that nothing is rounded under the hand. */
export const NumberField = ({ label, value, unit, error, empty, onChange }: Props) => (
  <Field
    label={
      <>
        {label} {empty !== undefined && <span className="c">{empty}</span>}
      </>
    }
    error={error}
  >
    {({ error: wrong, ...field }) => (
      <OutlinedInput
        size="small"
        error={wrong}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ ...field, inputMode: 'decimal', maxLength: 12, 'aria-invalid': wrong }}
        endAdornment={
          <InputAdornment position="end">
            <span className="c small">{unit}</span>
          </InputAdornment>
        }
      />
    )}
  </Field>
)
