import { z } from 'zod'
import { account, accounts } from '@hearth/contracts/account'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import { allows, useSession } from '../../session/session.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EditCard } from '../../components/form/EditCard.tsx'
import type { FieldsForm } from '../../components/form/useCommandForm.ts'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'

const currencies = Object.keys(CURRENCY_EXPONENT) as Currency[]
/** The browser's list; the account's own zone is there even where the browser calls it otherwise. */
const zonesWith = (own: string) =>
  [...new Set([own, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()

const { schema } = account.commands.ChangeAccountProfile
/** A phone number may be typed with spaces, hyphens and brackets. */
const zProfile = schema.extend({
  contactPhone: z
    .string()
    .nullable()
    .transform((typed) => typed?.replace(/[\s().-]/g, '') ?? null)
    .pipe(schema.shape.contactPhone),
})
const currencyOptions = currencies.map((currency) => ({ value: currency, label: currency }))

type ProfileForm = FieldsForm<z.input<typeof zProfile>, z.output<typeof zProfile>>

const ProfileFields = ({ form: { control }, ownZone }: { form: ProfileForm; ownZone: string }) => {
  const t = useText()
  const zones = zonesWith(ownZone)
  return (
    <>
      <TextField
        control={control}
        name="displayName"
        label={t('account.profile.name')}
        help={t('account.profile.nameHelp')}
        wrong={t('account.profile.badName')}
        autoComplete="organization"
        input={{ maxLength: 80 }}
      />
      <SelectField
        control={control}
        name="defaultCurrency"
        label={t('account.profile.currency')}
        help={t('account.profile.currencyHelp')}
        options={currencyOptions}
      />
      <SelectField
        control={control}
        name="timezone"
        label={t('account.profile.timezone')}
        help={t('account.profile.timezoneHelp')}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
      <TextField
        optional
        control={control}
        name="contactEmail"
        type="email"
        label={t('account.profile.email')}
        help={t('account.profile.emailHelp')}
        wrong={t('account.profile.badEmail')}
        autoComplete="email"
        input={{ maxLength: 254 }}
      />
      <TextField
        optional
        control={control}
        name="contactPhone"
        type="tel"
        label={t('account.profile.phone')}
        help={t('account.profile.phoneHelp')}
        wrong={t('account.profile.badPhone')}
        autoComplete="tel"
        input={{ maxLength: 30 }}
      />
    </>
  )
}

export const ProfileCard = ({ record }: { record: Account }) => {
  const t = useText()
  const seesContact = allows(useSession(), accounts.visibility.contactEmail)
  const lines = ({ displayName, defaultCurrency, timezone, contactEmail, contactPhone }: Account) => [
    { label: t('account.profile.name'), value: displayName },
    { label: t('account.profile.currency'), value: defaultCurrency },
    { label: t('account.profile.timezone'), value: timezone.replaceAll('_', ' ') },
    ...(seesContact
      ? [
          { label: t('account.profile.email'), value: contactEmail ?? t('account.none') },
          { label: t('account.profile.phone'), value: contactPhone ?? t('account.none') },
        ]
      : []),
  ]
  return (
    <EditCard
      title={t('account.profile.title')}
      record={record}
      resource="accounts"
      verb="change-profile"
      capability="account.profile"
      touches={['session']}
      saved={t('account.profile.saved')}
      lines={lines}
      schema={zProfile}
      values={({ displayName, defaultCurrency, timezone, contactEmail, contactPhone }) => ({
        displayName,
        defaultCurrency,
        timezone,
        contactEmail,
        contactPhone,
      })}
      change={(profile) => ({ body: profile, patch: profile })}
      form={(form) => <ProfileFields form={form} ownZone={record.timezone} />}
    />
  )
}
