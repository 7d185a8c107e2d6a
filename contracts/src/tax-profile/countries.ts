/** Members of the European Union: where DAC7 applies (docs/domain/tax-profile.md#dac7). */
export const EU_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const
export type EuCountry = (typeof EU_COUNTRIES)[number]

export const isEuCountry = (country: string | null | undefined): country is EuCountry =>
  EU_COUNTRIES.some((known) => known === country)
