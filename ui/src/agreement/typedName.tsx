import { agreement as domain } from '@hearth/contracts/agreement'
import { useText } from '../i18n/text.ts'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import styles from './Agreement.module.css'

const zTypedName = domain.commands.SignAgreement.schema.pick({ typedName: true })

/** The form in which a signer types their name; `send` adds the document. */
export const useTypedName = (
  command: Readonly<{ pending: boolean; error: unknown }>,
  send: (body: { typedName: string }) => void,
) => useCommandForm({ schema: zTypedName, values: { typedName: '' }, command, send, mode: 'onSubmit' })

export const TypedNameField = ({ form, name }: { form: ReturnType<typeof useTypedName>; name: string }) => {
  const t = useText()
  return (
    <div className={styles['name']}>
      <TextField
        control={form.control}
        name="typedName"
        label={t('agreement.sign.name')}
        help={t('agreement.sign.nameHelp', { name })}
        autoComplete="name"
        input={{ maxLength: 120 }}
      />
    </div>
  )
}
