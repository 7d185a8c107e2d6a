import { OutlinedInput } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
import { useLoginState } from './useFinish.ts'

/** The address to sign in with. It starts with the address that a provider is to be linked to. */
export const EmailField = ({ error }: { error?: string | undefined }) => {
  const t = useText()
  const { linking } = useLoginState()
  return (
    <Field label={t('login.email')} error={error}>
      {(field) => (
        <OutlinedInput
          {...field}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={linking?.email}
          inputProps={{ maxLength: 254, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
        />
      )}
    </Field>
  )
}
