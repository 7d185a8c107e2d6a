import type { z } from 'zod'
import { zPersonAnswer, type TaxAnswers } from '@hearth/contracts/tax-profile'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import type { FieldsForm } from '../components/form/useCommandForm.ts'
import { listCountries } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'

/** Name and address, which both parts ask for. */
export const zAddressed = zPersonAnswer.omit({ birthDate: true, registerNumber: true })
/** A form with at least these fields; the control of a form with more has a type of its own. */
export type PersonForm = Pick<FieldsForm<{ person: z.input<typeof zAddressed> }, unknown>, 'control'>

/** What is known of the person already, for the first values of a form. */
export const readPerson = (
  { person }: Pick<TaxAnswers, 'person'>,
  fallback: { name: string; country: string },
) => ({
  legalName: person.legalName ?? fallback.name,
  businessName: person.businessName ?? null,
  street: person.street ?? '',
  city: person.city ?? '',
  region: person.region ?? null,
  postalCode: person.postalCode ?? '',
  country: person.country ?? fallback.country,
})

export const PersonFields = ({ form: { control } }: { form: PersonForm }) => {
  const t = useText()
  const wrong = t('taxProfile.wrong.text')
  return (
    <>
      <TextField
        control={control}
        name="person.legalName"
        label={t('taxProfile.field.legalName')}
        wrong={wrong}
        autoComplete="organization"
      />
      <TextField
        optional
        control={control}
        name="person.businessName"
        label={t('taxProfile.field.businessName')}
        wrong={wrong}
      />
      <TextField
        control={control}
        name="person.street"
        label={t('taxProfile.field.street')}
        wrong={wrong}
        autoComplete="street-address"
      />
      <TextField
        control={control}
        name="person.postalCode"
        label={t('taxProfile.field.postalCode')}
        wrong={wrong}
        autoComplete="postal-code"
      />
      <TextField
        control={control}
        name="person.city"
        label={t('taxProfile.field.city')}
        wrong={wrong}
        autoComplete="address-level2"
      />
      <TextField
        optional
        control={control}
        name="person.region"
        label={t('taxProfile.field.region')}
        wrong={wrong}
        autoComplete="address-level1"
      />
      <SelectField
        control={control}
        name="person.country"
        label={t('taxProfile.field.country')}
        wrong={wrong}
        none="–"
        options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
        autoComplete="country"
      />
    </>
  )
}
