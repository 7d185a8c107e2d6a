import type { z } from 'zod'
import { account } from '@hearth/contracts/account'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EditCard } from '../../components/form/EditCard.tsx'
import type { FieldsForm } from '../../components/form/useCommandForm.ts'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { listCountries, findCountryName } from '../../i18n/countries.ts'

const KINDS = ['individual', 'company'] as const
const NAME_LABEL = { individual: 'account.legal.legalName', company: 'account.legal.companyName' } as const

const { schema } = account.commands.ChangeLegalIdentity
type LegalForm = FieldsForm<z.input<typeof schema>, z.output<typeof schema>>

const LegalFields = ({ form: { control, values } }: { form: LegalForm }) => {
  const t = useText()
  const { kind } = values
  return (
    <>
      <RadioField
        control={control}
        name="kind"
        label={t('account.legal.kind')}
        options={KINDS.map((value) => ({ value, label: t(`account.legal.kinds.${value}`) }))}
      />
      <SelectField
        control={control}
        name="country"
        label={t('account.legal.country')}
        options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        autoComplete="country"
      />
      <TextField
        control={control}
        name="legalName"
        label={t(NAME_LABEL[kind])}
        help={t('account.legal.badName')}
        wrong={t('account.legal.badName')}
        input={{ maxLength: 120 }}
      />
      <TextField
        control={control}
        name="legalAddress"
        rows={2}
        label={t('account.legal.address')}
        help={t('account.legal.badAddress')}
        wrong={t('account.legal.badAddress')}
        input={{ maxLength: 400 }}
      />
      {kind === 'company' && (
        <TextField
          optional
          control={control}
          name="companyNumber"
          label={t('account.legal.number')}
          input={{ maxLength: 40 }}
        />
      )}
    </>
  )
}

/** Who stands behind the account, in the words of official papers. */
export const LegalCard = ({ record }: { record: Account }) => {
  const t = useText()
  const lines = ({ kind, country, legalName, legalAddress, companyNumber }: Account) => [
    { label: t('account.legal.kind'), value: t(`account.legal.kinds.${kind}`) },
    { label: t('account.legal.country'), value: findCountryName(country) },
    { label: t(NAME_LABEL[kind]), value: legalName ?? t('account.none') },
    { label: t('account.legal.address'), value: legalAddress ?? t('account.none') },
    ...(kind === 'company'
      ? [{ label: t('account.legal.number'), value: companyNumber ?? t('account.none') }]
      : []),
  ]
  return (
    <EditCard
      title={t('account.legal.title')}
      record={record}
      resource="accounts"
      verb="change-legal-identity"
      capability="account.legal"
      saved={t('account.legal.saved')}
      note={t('account.legal.note')}
      lines={lines}
      schema={schema}
      values={({ kind, country, legalName, legalAddress, companyNumber }) => ({
        kind,
        country,
        legalName: legalName ?? '',
        legalAddress: legalAddress ?? '',
        companyNumber,
      })}
      change={(fields) => {
        const identity = { ...fields, companyNumber: fields.kind === 'company' ? fields.companyNumber : null }
        return { body: identity, patch: identity }
      }}
      form={(form) => <LegalFields form={form} />}
    />
  )
}
