import { useState } from 'react'
import { IconButton, OutlinedInput } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { Field } from './Field.tsx'
import { Icon } from './icons.tsx'

type Props = Readonly<{
  label: string
  name?: string
  help?: string
  error?: string | undefined
  /** For password managers: the one that is known, or one that is chosen now. */
  kind: 'current-password' | 'new-password'
  inputRef?: React.Ref<HTMLInputElement>
}>

/** A password that can be looked at. The form reads it by its name, so what a password manager fills in counts. */
export const PasswordField = ({ label, name = 'password', help, error, kind, inputRef }: Props) => {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} help={help} error={error}>
      {(field) => (
        <OutlinedInput
          {...field}
          {...(inputRef === undefined ? {} : { inputRef })}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={kind}
          required
          inputProps={{ maxLength: 200, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
          endAdornment={
            <IconButton edge="end" size="small" aria-label={t(shown ? 'login.hide' : 'login.show')} aria-pressed={shown} onClick={() => setShown(!shown)}>
              <Icon name={shown ? 'eyeOff' : 'eye'} />
            </IconButton>
          }
        />
      )}
    </Field>
  )
}
