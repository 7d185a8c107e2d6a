import countryToCurrency from 'country-to-currency'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import type { Address, Geo } from '@hearth/contracts/listing'
import { timeZoneAt } from './timeZone.ts'

/** Facts that follow from a listing's location. */
export type Locality = Readonly<{ place: string; timezone: string; currency: Currency }>

const isSettled = (currency: string | undefined): currency is Currency =>
  currency !== undefined && currency in CURRENCY_EXPONENT

/** The country's currency; undefined when Hearth doesn't settle in it. */
export const findCurrency = (country: string): Currency | undefined => {
  const currency: string | undefined = (countryToCurrency as Readonly<Record<string, string>>)[country]
  return isSettled(currency) ? currency : undefined
}

/**
 * Name, zone and currency of a place; without a pin the zone stays the same. Undefined when Hearth doesn't
 * settle in the country's currency.
 */
export const deriveLocality = (address: Address, geo: Geo | null, timezone: string): Locality | undefined => {
  const currency = findCurrency(address.country)
  return (
    currency && {
      place: `${address.city}, ${address.region ?? address.country}`.slice(0, 80),
      timezone: (geo && timeZoneAt(geo)) ?? timezone,
      currency,
    }
  )
}
