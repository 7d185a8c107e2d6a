import { Select } from '@mui/material'
import { REGISTRATION_SCHEMES, type RegistrationScheme } from '@hearth/contracts/listing'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { zRegistrationFields } from '../../listing-sections/registration.ts'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { SubmitButton } from '../../components/form/SubmitButton.tsx'
import { Field } from '../../components/form/Field.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { addDays, todayIn } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'

const SCHEMES = Object.keys(REGISTRATION_SCHEMES) as RegistrationScheme[]

const SchemeField = ({
  scheme,
  onChange,
}: {
  scheme: RegistrationScheme
  onChange: (scheme: RegistrationScheme) => void
}) => {
  const t = useText()
  return (
    <Field label={t('listingDetails.scheme')}>
      {({ id }) => (
        <Select
          native
          value={scheme}
          onChange={({ target }) => onChange(SCHEMES.find((each) => each === target.value) ?? 'other')}
          inputProps={{ id }}
        >
          {SCHEMES.map((each) => (
            <option key={each} value={each}>
              {each === 'other'
                ? t('listingDetails.schemeOther')
                : `${REGISTRATION_SCHEMES[each].country}: ${REGISTRATION_SCHEMES[each].label}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const useRegistrationForm = (listing: Listing, needed: RegistrationScheme | undefined) => {
  const t = useText()
  const saved = useSaved()
  const known = listing.registration
  const command = useCommand({
    resource: 'listings',
    verb: 'record-registration',
    touches: ['onboarding'],
    onSuccess: () => saved(t('listingDetails.recorded')),
  })
  return useCommandForm({
    schema: zRegistrationFields,
    values: {
      scheme: known?.scheme ?? needed ?? 'other',
      number: known?.number ?? '',
      expiresOn: known?.expiresOn ?? null,
      landRegistryNumber: known?.landRegistryNumber ?? null,
    },
    command,
    send: (body) => command.run({ record: { id: listing.id }, body }),
  })
}

export const RegistrationForm = ({
  listing,
  needed,
}: {
  listing: Listing
  needed: RegistrationScheme | undefined
}) => {
  const t = useText()
  const form = useRegistrationForm(listing, needed)
  const { control, values } = form
  const { example } = REGISTRATION_SCHEMES[values.scheme]
  return (
    <CommandForm form={form} className={styles['body']}>
      <SchemeField
        scheme={values.scheme}
        // The number that is typed is checked again by the format of the new scheme.
        onChange={(scheme) => form.set(values.number === '' ? { scheme } : { scheme, number: values.number })}
      />
      <TextField
        control={control}
        name="number"
        label={t('listingDetails.number')}
        help={t('listingDetails.numberHelp', { example })}
        wrong={t('listingDetails.numberWrong', { example })}
        input={{ maxLength: 60 }}
      />
      <DateField
        control={control}
        name="expiresOn"
        optional
        label={t('listingDetails.expiresOn')}
        help={t('listingDetails.expiresHelp')}
        min={addDays(todayIn(listing.timezone), 1)}
      />
      <TextField
        control={control}
        name="landRegistryNumber"
        optional
        label={t('listingDetails.landRegistry')}
        input={{ maxLength: 60 }}
      />
      <ProblemText error={form.error} />
      <div className={styles['actions']}>
        <SubmitButton form={form}>{t('listingDetails.record')}</SubmitButton>
      </div>
    </CommandForm>
  )
}
