import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'
import type { TaxOperator } from '@hearth/contracts/kernel/taxOperator'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { TaxFile } from '@hearth/contracts/tax-filing'
import type { Dac7Home } from '@hearth/contracts/tax-profile'
import { XMLBuilder } from 'fast-xml-parser'
import type { ReportedHome, TaxReturn } from './readReturn.ts'
import { splitName } from './splitName.ts'

/** What a message says besides its documents. */
export type Dac7Message = Readonly<{
  year: number
  kind: TaxFile['kind']
  operator: TaxOperator
  madeAt: Instant
  /** An earlier message of the year has reported Hearth itself. */
  isOperatorKnown: boolean
}>

/** Hearth isn’t resident, founded or managed in the EU, and has no establishment there. */
const NEXUS = 'RPONEX5'

const PROPERTY_TYPES: Readonly<Record<NonNullable<ReportedHome['propertyType']>, string>> = {
  apartment: 'DPI905',
  condo: 'DPI905',
  loft: 'DPI905',
  house: 'DPI904',
  townhouse: 'DPI904',
  villa: 'DPI904',
  cabin: 'DPI904',
  guesthouse: 'DPI903',
  boat: 'DPI908',
  other: 'DPI910',
}

/** Unique for all time: an id of ours after the country and the year that it is about. */
const refer = ({ operator: { euCountry }, year }: Dac7Message, id: string): string =>
  `${euCountry}${year}-${id}`

/** Amounts are whole units, rounded half away from zero. */
export const toWholeUnits = (amountMinor: number, currency: Currency): number => {
  const units = Math.round(Math.abs(amountMinor) / 10 ** CURRENCY_EXPONENT[currency])
  return units === 0 ? 0 : Math.sign(amountMinor) * units
}

const address = (
  type: 'OECD301' | 'OECD304',
  {
    country,
    street,
    postalCode,
    city,
    region,
  }: Readonly<{
    country: string
    street: string
    postalCode: string | null
    city: string
    region: string | null
  }>,
) => ({
  '@_legalAddressType': type,
  'dpi:CountryCode': country,
  'dpi:AddressFix': {
    'dpi:Street': street,
    ...(postalCode && { 'dpi:PostCode': postalCode }),
    'dpi:City': city,
    ...(region && { 'dpi:CountrySubentity': region }),
  },
})

const docSpec = (
  message: Dac7Message,
  type: 'OECD0' | 'OECD1' | 'OECD2',
  id: string,
  corrects?: string | null,
) => ({
  'stf:DocTypeIndic': type,
  'stf:DocRefId': refer(message, id),
  ...(corrects && { 'stf:CorrDocRefId': refer(message, corrects) }),
})

const writeOperator = (message: Dac7Message) => {
  const { name, street, city, state, postalCode, euCountry, euNumber, ein } = message.operator
  return {
    'dpi:ResCountryCode': 'US',
    'dpi:TIN': { '@_issuedBy': 'US', '#text': ein },
    'dpi:IN': { '@_issuedBy': euCountry, '@_INType': 'IIN', '#text': euNumber },
    'dpi:Name': name,
    'dpi:PlatformBusinessName': 'Hearth',
    'dpi:Address': address('OECD304', { country: 'US', street, postalCode, city, region: state }),
    'dpi:Nexus': NEXUS,
    'dpi:AssumedReporting': 'false',
    'dpi:DocSpec': docSpec(message, message.isOperatorKnown ? 'OECD0' : 'OECD1', 'operator'),
  }
}

const writeTins = ({ numbers }: TaxReturn) =>
  numbers.map(({ country, number }) => ({ '@_issuedBy': country, '#text': number }))

/** Where the seller lives: where they say, and every country that gave them a number. */
const listResidences = ({ person, numbers }: TaxReturn): readonly string[] => [
  ...new Set([person.country, ...numbers.map(({ country }) => country)]),
]

const writeIdentity = (seller: TaxReturn) => {
  const { entity, person } = seller
  const common = { 'dpi:ResCountryCode': listResidences(seller), 'dpi:TIN': writeTins(seller) }
  const home = { 'dpi:Address': address('OECD301', person) }
  if (entity === 'company') {
    const { registerNumber, country, legalName } = person
    return {
      'dpi:EntitySeller': {
        'dpi:Standard': {
          'dpi:EntSellerID': {
            ...common,
            ...(registerNumber && {
              'dpi:IN': { '@_issuedBy': country, '@_INType': 'BRN', '#text': registerNumber },
            }),
            'dpi:Name': legalName,
            ...home,
          },
        },
      },
    }
  }
  const { first, last } = splitName(person.legalName)
  return {
    'dpi:IndividualSeller': {
      'dpi:Standard': {
        'dpi:IndSellerID': {
          ...common,
          // NFN: no first name, as the schema wants it.
          'dpi:Name': { 'dpi:FirstName': first || 'NFN', 'dpi:LastName': last },
          ...home,
          'dpi:BirthInfo': { 'dpi:BirthDate': person.birthDate ?? '' },
        },
      },
    },
  }
}

/** One element for each quarter: `ConsQ1` to `ConsQ4`. */
const writeAmounts = (
  prefix: 'Cons' | 'Fees' | 'Tax',
  quarters: readonly Dac7Home[],
  amountOf: (quarter: Dac7Home) => number,
) =>
  Object.fromEntries(
    quarters.map((quarter) => [
      `dpi:${prefix}Q${quarter.quarter}`,
      { '@_currCode': quarter.currency, '#text': toWholeUnits(amountOf(quarter), quarter.currency) },
    ]),
  )

const writeProperty = (
  { address: { line1, line2, ...place }, propertyType, landRegistryNumber }: ReportedHome,
  quarters: readonly Dac7Home[],
) => {
  const nights = quarters.reduce((sum, quarter) => sum + quarter.nights, 0)
  const type = propertyType && PROPERTY_TYPES[propertyType]
  return {
    'dpi:Address': address('OECD301', { ...place, street: [line1, line2].filter(Boolean).join(', ') }),
    ...(landRegistryNumber && { 'dpi:LandRegistrationNumber': landRegistryNumber }),
    'dpi:Consideration': writeAmounts('Cons', quarters, ({ grossMinor }) => grossMinor),
    'dpi:NumberOfActivities': Object.fromEntries(
      quarters.map(({ quarter, stays }) => [`dpi:NumbQ${quarter}`, stays]),
    ),
    'dpi:Fees': writeAmounts('Fees', quarters, ({ feesMinor }) => feesMinor),
    'dpi:Taxes': writeAmounts('Tax', quarters, ({ taxesMinor }) => taxesMinor),
    ...(type && { 'dpi:PropertyType': type }),
    ...(type === 'DPI910' && { 'dpi:OtherPropertyType': 'Other' }),
    ...(nights > 0 && { 'dpi:RentedDays': nights }),
  }
}

/** A home that was paid for in two currencies is listed once for each. */
const writeProperties = ({ document, homes }: TaxReturn) => {
  const keys = [...new Set(document.homes.map(({ listingId, currency }) => `${listingId}/${currency}`))]
  return keys.map((key) => {
    const quarters = document.homes.filter(({ listingId, currency }) => `${listingId}/${currency}` === key)
    const home = homes.get(quarters[0]?.listingId ?? '')
    if (home === undefined) throw new Error('A reported home is missing')
    return writeProperty(home, quarters)
  })
}

const writeSeller = (message: Dac7Message, seller: TaxReturn) => ({
  'dpi:Identity': writeIdentity(seller),
  'dpi:RelevantActivities': {
    'dpi:ImmovableProperty': { 'dpi:PropertyListing': writeProperties(seller) },
  },
  'dpi:DocSpec': docSpec(
    message,
    seller.corrects === null ? 'OECD1' : 'OECD2',
    seller.document.id,
    seller.corrects,
  ),
})

const builder = new XMLBuilder({ ignoreAttributes: false, format: true })

/**
 * DAC7 reports as a message of the OECD’s DPI XML schema, version 1.0 (docs/domain/tax-filing.md#dac7). The order of
 * the elements is the schema’s.
 */
export const writeDac7Xml = (message: Dac7Message, sellers: readonly TaxReturn[]): string => {
  const { year, kind, operator, madeAt } = message
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    'dpi:DPI_OECD': {
      '@_xmlns:dpi': 'urn:oecd:ties:dpi:v1',
      '@_xmlns:stf': 'urn:oecd:ties:dpistf:v1',
      '@_version': '1.0',
      'dpi:MessageSpec': {
        'dpi:SendingEntityIN': operator.euNumber,
        'dpi:TransmittingCountry': operator.euCountry,
        'dpi:ReceivingCountry': operator.euCountry,
        'dpi:MessageType': 'DPI',
        // The first document is in no other message.
        'dpi:MessageRefId': refer(message, `message-${sellers[0]?.document.id ?? ''}`),
        'dpi:MessageTypeIndic': kind === 'new' ? 'DPI401' : 'DPI402',
        'dpi:ReportingPeriod': `${year}-12-31`,
        'dpi:Timestamp': madeAt.slice(0, 19),
      },
      'dpi:DPIBody': {
        'dpi:PlatformOperator': writeOperator(message),
        'dpi:ReportableSeller': sellers.map((seller) => writeSeller(message, seller)),
      },
    },
  })
}
