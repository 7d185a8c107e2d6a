import { OutlinedInput, Select } from '@mui/material'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { EditCard, type Reading } from '../../components/form/EditCard.tsx'
import { Field } from '../../components/form/Field.tsx'
import styles from '../Account.module.css'
import { countries, countryName } from '../../i18n/countries.ts'

const KINDS = ['individual', 'company'] as const
type Draft = Readonly<{
  kind: Account['kind']
  country: string
  name: string
  address: string
  number: string
}>

const draftOf = ({ kind, country, legalName, legalAddress, companyNumber }: Account): Draft => ({
  kind,
  country,
  name: legalName ?? '',
  address: legalAddress ?? '',
  number: companyNumber ?? '',
})
const fits = (text: string, most: number) => text.trim() !== '' && text.trim().length <= most

const read = ({ kind, country, name, address, number }: Draft): Reading<Account> => {
  if (!fits(name, 120) || !fits(address, 400)) return null
  const body = {
    kind,
    country,
    legalName: name.trim(),
    legalAddress: address.trim(),
    companyNumber: kind === 'individual' || number.trim() === '' ? null : number.trim(),
  }
  return { body, patch: body }
}

/** Who stands behind the account, in the words of official papers. */
export const LegalCard = ({ account }: { account: Account }) => {
  const t = useText()
  const nameOf = (kind: Account['kind']) =>
    t(kind === 'company' ? 'account.legal.companyName' : 'account.legal.legalName')
  const lines = ({ kind, country, legalName, legalAddress, companyNumber }: Account) => [
    { label: t('account.legal.kind'), value: t(`account.legal.kinds.${kind}`) },
    { label: t('account.legal.country'), value: countryName(country) },
    { label: nameOf(kind), value: legalName ?? t('account.none') },
    { label: t('account.legal.address'), value: legalAddress ?? t('account.none') },
    ...(kind === 'company'
      ? [{ label: t('account.legal.number'), value: companyNumber ?? t('account.none') }]
      : []),
  ]
  return (
    <EditCard
      title={t('account.legal.title')}
      record={account}
      resource="accounts"
      verb="change-legal-identity"
      capability="account.legal"
      saved={t('account.legal.saved')}
      note={t('account.legal.note')}
      lines={lines}
      draftOf={draftOf}
      read={read}
      form={(draft, set) => (
        <>
          <fieldset className={styles['choice']}>
            <legend className={styles['legend']}>{t('account.legal.kind')}</legend>
            {KINDS.map((kind) => (
              <label key={kind}>
                <input
                  type="radio"
                  name="kind"
                  checked={draft.kind === kind}
                  onChange={() => set({ kind })}
                />
                {t(`account.legal.kinds.${kind}`)}
              </label>
            ))}
          </fieldset>
          <Field label={t('account.legal.country')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={draft.country}
                onChange={({ target }) => set({ country: target.value })}
                inputProps={{ ...field, autoComplete: 'country' }}
              >
                {countries().map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={nameOf(draft.kind)} help={t('account.legal.badName')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                value={draft.name}
                onChange={({ target }) => set({ name: target.value })}
                inputProps={{ ...field, maxLength: 120 }}
              />
            )}
          </Field>
          <Field label={t('account.legal.address')} help={t('account.legal.badAddress')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                multiline
                minRows={2}
                maxRows={6}
                value={draft.address}
                onChange={({ target }) => set({ address: target.value })}
                inputProps={{ ...field, maxLength: 400 }}
              />
            )}
          </Field>
          {draft.kind === 'company' && (
            <Field label={t('account.legal.number')}>
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  value={draft.number}
                  onChange={({ target }) => set({ number: target.value })}
                  inputProps={{ ...field, maxLength: 40 }}
                />
              )}
            </Field>
          )}
        </>
      )}
    />
  )
}
