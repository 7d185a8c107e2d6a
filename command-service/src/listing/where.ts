import countryToCurrency from 'country-to-currency'
import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import type { Address, Geo } from '@hearth/contracts/listing'
import { timeZoneAt } from './timeZone.ts'

/** What follows from where a listing stands. */
export type Locality = Readonly<{ place: string; timezone: string; currency: Currency }>

const isSettled = (currency: string | undefined): currency is Currency =>
  currency !== undefined && currency in CURRENCY_EXPONENT

/** The country's currency when we settle in it; undefined: not a market of ours. */
export const findCurrency = (country: string): Currency | undefined => {
  const currency: string | undefined = (countryToCurrency as Readonly<Record<string, string>>)[country]
  return isSettled(currency) ? currency : undefined
}

/**
 * Name, zone and currency of a place; without a pin the zone stays what it was. Undefined in a country whose
 * currency we do not settle in.
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
