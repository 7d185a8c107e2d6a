import type { z } from 'zod'
import { COOLING_HOURS } from '@hearth/contracts/payout-account'
import { CURRENCY_EXPONENT } from '@hearth/contracts/kernel/money'
import { useGetOne } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { listCountries } from '../../i18n/countries.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm, type FieldsForm } from '../../components/form/useCommandForm.ts'
import { createBankDraft, findCurrency, FIELDS, isFilled, findMethodTypes, zTypedMethod } from './bankForm.ts'
import { usePayoutCommand } from '../usePayoutAccount.ts'

const CURRENCIES = Object.keys(CURRENCY_EXPONENT).map((currency) => ({ value: currency, label: currency }))
const NUMBER = { maxLength: 80, autoComplete: 'off', spellCheck: false }

type MethodForm = FieldsForm<z.input<typeof zTypedMethod>, z.output<typeof zTypedMethod>>

/** The bank's country and, where several payout methods reach it, the method. */
const CountryFields = ({ form }: { form: MethodForm }) => {
  const t = useText()
  const { control } = form
  const { bank } = form.values
  const types = findMethodTypes(bank.country)
  return (
    <>
      <SelectField
        control={control}
        name="bank.country"
        label={t('payoutAccount.field.country')}
        options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        onPick={(country) =>
          form.set({ bank: { ...bank, country, type: findMethodTypes(country)[0] ?? 'wire' } })
        }
      />
      {types.length > 1 && (
        <RadioField
          control={control}
          name="bank.type"
          label={t('payoutAccount.add.way')}
          options={types.map((type) => ({
            value: type,
            label: t(`payoutAccount.way.${type}.title`),
            text: t(`payoutAccount.way.${type}.text`),
          }))}
        />
      )}
    </>
  )
}

/** The numbers and choices that the payout method requires. */
const NumberFields = ({ form: { control, values } }: { form: MethodForm }) => {
  const t = useText()
  const { bank } = values
  return (
    <>
      {FIELDS[bank.type].map((field) => (
        <TextField
          key={field}
          control={control}
          name={`bank.${field}`}
          label={t(`payoutAccount.field.${field}`)}
          help={
            field === 'accountNumber' && bank.type === 'wire' ? t('payoutAccount.add.wireNumber') : undefined
          }
          input={NUMBER}
        />
      ))}
      {bank.type === 'us_ach' && (
        <RadioField
          inline
          control={control}
          name="bank.accountType"
          label={t('payoutAccount.field.accountType')}
          options={(['checking', 'savings'] as const).map((value) => ({
            value,
            label: t(`payoutAccount.accountType.${value}`),
          }))}
        />
      )}
      {bank.type === 'wire' && (
        <SelectField
          control={control}
          name="currency"
          label={t('payoutAccount.field.currency')}
          options={CURRENCIES}
        />
      )}
    </>
  )
}

type FormProps = { account: Account; onClose: () => void }

const AddMethodForm = ({ account, onClose }: FormProps) => {
  const t = useText()
  const add = usePayoutCommand('add-method', { said: t('payoutAccount.add.done'), onSuccess: onClose })
  const form = useCommandForm({
    schema: zTypedMethod,
    values: createBankDraft(account.country, account.defaultCurrency, account.legalName ?? ''),
    command: add,
    send: add.run,
    mode: 'onSubmit',
    draft: { name: `bank-account/${account.id}`, fields: ['holderName', 'bankName'] },
  })
  const { control, values } = form
  return (
    <FormDialog
      {...form.sending}
      title={t('payoutAccount.add.title')}
      submit={t('payoutAccount.add.submit')}
      close={t('payoutAccount.keep')}
      missing={isFilled(values) ? undefined : t('payoutAccount.add.missing')}
      onClose={onClose}
    >
      <CountryFields form={form} />
      <NumberFields form={form} />
      <TextField
        control={control}
        name="holderName"
        label={t('payoutAccount.field.holderName')}
        help={t('payoutAccount.add.holderHelp')}
        input={{ ...NUMBER, maxLength: 120 }}
      />
      <TextField
        optional
        control={control}
        name="bankName"
        label={t('payoutAccount.field.bankName')}
        help={t('payoutAccount.add.bankHelp')}
        input={NUMBER}
      />
      <p className="cap c">
        {t('payoutAccount.add.next', { currency: findCurrency(values), hours: COOLING_HOURS })}
      </p>
    </FormDialog>
  )
}

/**
 * Adds a bank account with the fields of its country. Errors are shown at their field and the input is kept.
 */
export const AddMethodDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useSession()?.account?.id ?? ''
  const { data } = useGetOne<Account>('accounts', { id }, { enabled: id !== '', retry: false })
  return data && <AddMethodForm account={data} onClose={onClose} />
}
