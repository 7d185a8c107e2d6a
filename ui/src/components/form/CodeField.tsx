import { useEffect, useRef } from 'react'
import { OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Field } from './Field.tsx'
import '../../i18n/lazy/login.ts'

/** Six digits of an authenticator or a recovery code; has the focus as soon as it appears. */
export const CodeField = ({
  error,
  digitsOnly = false,
  focused = true,
}: {
  error?: string | undefined
  digitsOnly?: boolean
  focused?: boolean
}) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => void (focused && input.current?.focus()), [focused])
  return (
    <Field label={t('login.code.label')} error={error}>
      {(field) => (
        <OutlinedInput
          {...field}
          inputRef={input}
          name="code"
          autoComplete="one-time-code"
          required
          className="num"
          inputProps={{
            inputMode: digitsOnly ? 'numeric' : 'text',
            maxLength: 20,
            autoCapitalize: 'none',
            autoCorrect: 'off',
            spellCheck: false,
          }}
          sx={{ '& input': { letterSpacing: '.12em', fontWeight: 560 } }}
        />
      )}
    </Field>
  )
}
