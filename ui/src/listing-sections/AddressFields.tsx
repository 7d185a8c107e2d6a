import { Select } from '@mui/material'
import { listCountries } from '../i18n/countries.ts'
import { readProblem } from '../data/http/problems.ts'
import { useText, type Text } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
import form from './fields/Form.module.css'
import { TypedInput } from './fields/TypedInput.tsx'

/** An address while it is typed. */
export type TypedAddress = Readonly<{
  line1: string | null
  line2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
}>
export const NO_ADDRESS: TypedAddress = {
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
}

/** The errors of a refused command about the address in its body, by line. */
export const readAddressErrors = (error: unknown, t: Text): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (readProblem(error)?.errors ?? []).flatMap(({ pointer, detail }) =>
      pointer.startsWith('/address/')
        ? [[pointer.slice('/address/'.length), t('onboarding.wrong.must', { what: detail })]]
        : [],
    ),
  )

const LINES = [
  ['line1', 120, 'address-line1'],
  ['line2', 120, 'address-line2'],
] as const
const TOWN = [
  ['postalCode', 16, 'postal-code'],
  ['city', 80, 'address-level2'],
  ['region', 80, 'address-level1'],
] as const

/** A postal address; `errors` by line. */
export const AddressFields = ({
  address,
  errors,
  onChange,
}: {
  address: TypedAddress
  errors: Readonly<Record<string, string>>
  onChange: (address: TypedAddress) => void
}) => {
  const t = useText()
  const line = ([name, max, autoComplete]: (typeof LINES)[number] | (typeof TOWN)[number]) => (
    <TypedInput
      key={name}
      label={t(`onboarding.start.address.${name}`)}
      error={errors[name]}
      value={address[name]}
      parse={(text) => text}
      onChange={(text) => onChange({ ...address, [name]: text as string | null })}
      inputProps={{ maxLength: max, autoComplete }}
    />
  )
  return (
    <div className={form['items']}>
      <div style={{ maxWidth: 320 }}>
        <Field label={t('onboarding.start.address.country')} error={errors['country']}>
          {({ error, ...field }) => (
            <Select
              native
              error={error}
              value={address.country ?? ''}
              onChange={({ target }) =>
                onChange({ ...address, country: target.value === '' ? null : target.value })
              }
              inputProps={{ ...field, autoComplete: 'country' }}
            >
              <option value="">{t('onboarding.choose')}</option>
              {listCountries().map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {LINES.map(line)}
      <div className={form['inline']}>{TOWN.map(line)}</div>
    </div>
  )
}
