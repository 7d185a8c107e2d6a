import { OutlinedInput, Select } from '@mui/material'
import { accounts } from '@hearth/contracts/account'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import { allows, useSession } from '../../session/session.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EditCard, type Reading } from '../../components/form/EditCard.tsx'
import { Field } from '../../components/form/Field.tsx'
import { isEmail, parsePhone } from '../contact.ts'

type Draft = Readonly<{ name: string; currency: Currency; timezone: string; email: string; phone: string }>

const currencies = Object.keys(CURRENCY_EXPONENT) as Currency[]
/** The browser's list; the account's own zone is there even where the browser calls it otherwise. */
const zonesWith = (own: string) =>
  [...new Set([own, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()

const draftOf = ({ displayName, defaultCurrency, timezone, contactEmail, contactPhone }: Account): Draft => ({
  name: displayName,
  currency: defaultCurrency,
  timezone,
  email: contactEmail ?? '',
  phone: contactPhone ?? '',
})

const nameFits = (name: string) => name.trim() !== '' && name.trim().length <= 80

const read = ({ name, currency, timezone, email, phone }: Draft): Reading<Account> => {
  const contactPhone = parsePhone(phone)
  const contactEmail = email.trim().toLowerCase()
  if (!nameFits(name) || contactPhone === undefined || (contactEmail !== '' && !isEmail(contactEmail)))
    return null
  const body = {
    displayName: name.trim(),
    defaultCurrency: currency,
    timezone,
    contactEmail: contactEmail === '' ? null : contactEmail,
    contactPhone,
  }
  return { body, patch: body }
}

export const ProfileCard = ({ account }: { account: Account }) => {
  const t = useText()
  const seesContact = allows(useSession(), accounts.visibility.contactEmail)
  const zones = zonesWith(account.timezone)
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
      record={account}
      resource="accounts"
      verb="change-profile"
      capability="account.profile"
      touches={['session']}
      saved={t('account.profile.saved')}
      lines={lines}
      draftOf={draftOf}
      read={read}
      form={(draft, set) => (
        <>
          <Field
            label={t('account.profile.name')}
            help={t('account.profile.nameHelp')}
            error={nameFits(draft.name) ? undefined : t('account.profile.badName')}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                error={error}
                value={draft.name}
                onChange={({ target }) => set({ name: target.value })}
                inputProps={{ ...field, maxLength: 80, autoComplete: 'organization' }}
              />
            )}
          </Field>
          <Field label={t('account.profile.currency')} help={t('account.profile.currencyHelp')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={draft.currency}
                onChange={({ target }) => set({ currency: target.value })}
                inputProps={field}
              >
                {currencies.map((currency) => (
                  <option key={currency} value={currency}>
                    {currency}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('account.profile.timezone')} help={t('account.profile.timezoneHelp')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={draft.timezone}
                onChange={({ target }) => set({ timezone: target.value })}
                inputProps={field}
              >
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t('account.profile.email')}
            help={t('account.profile.emailHelp')}
            error={
              draft.email.trim() === '' || isEmail(draft.email.trim())
                ? undefined
                : t('account.profile.badEmail')
            }
          >
            {({ error, ...field }) => (
              <OutlinedInput
                type="email"
                error={error}
                value={draft.email}
                onChange={({ target }) => set({ email: target.value })}
                inputProps={{ ...field, maxLength: 254, autoComplete: 'email' }}
              />
            )}
          </Field>
          <Field
            label={t('account.profile.phone')}
            help={t('account.profile.phoneHelp')}
            error={parsePhone(draft.phone) === undefined ? t('account.profile.badPhone') : undefined}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                type="tel"
                error={error}
                value={draft.phone}
                onChange={({ target }) => set({ phone: target.value })}
                inputProps={{ ...field, maxLength: 30, autoComplete: 'tel' }}
              />
            )}
          </Field>
        </>
      )}
    />
  )
}
