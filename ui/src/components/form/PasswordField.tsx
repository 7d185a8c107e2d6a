import { useEffect, useRef, useState } from 'react'
import { IconButton, OutlinedInput } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Field } from './Field.tsx'
import { Icon } from '../display/icons.tsx'
import '../../i18n/lazy/login.ts'

type Props = Readonly<{
  label: string
  name?: string
  help?: string
  error?: string | undefined
  /** For password managers: the one that is known, or one that is chosen now. */
  kind: 'current-password' | 'new-password'
  /** Has the focus as soon as it appears. */
  focused?: boolean
}>

/**
 * A password that can be looked at. The form reads it by its name, so what a password manager fills in
 * counts.
 */
export const PasswordField = ({ label, name = 'password', help, error, kind, focused = false }: Props) => {
  const t = useText()
  const [shown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => void (focused && input.current?.focus()), [focused])
  return (
    <Field label={label} help={help} error={error}>
      {(field) => (
        <OutlinedInput
          {...field}
          inputRef={input}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={kind}
          required
          inputProps={{ maxLength: 200, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
          endAdornment={
            <IconButton
              edge="end"
              size="small"
              aria-label={t(shown ? 'login.hide' : 'login.show')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'eyeOff' : 'eye'} />
            </IconButton>
          }
        />
      )}
    </Field>
  )
}
