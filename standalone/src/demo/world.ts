import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { BankAccount } from '@hearth/contracts/payout-account'
import { alfamaTerrace, bicaStudio, canalStreetFlat, gracaHideaway } from './homes/elsewhere.ts'
import type { DemoHome } from './homes/home.ts'
import {
  cedarHouse,
  harborLoft,
  juniperCabin,
  millStreetFlat,
  nishijinMachiya,
  theBoathouse,
} from './homes/vale.ts'

export type DemoListing = Readonly<{
  name: string
  place: string
  timezone: string
  currency: Currency
  maxGuests: number
  bedrooms: number
  baseNightMinor: number
  weekendNightMinor: number
  cleaningFeeMinor: number
  cancellationPolicyCode: 'flexible' | 'moderate' | 'limited' | 'firm'
  minNights: number
  /** Percent of nights and cleaning, or minor units per night; remitted by the platform. */
  tax: Readonly<
    { kind: 'percent'; bps: number } | { kind: 'per_night'; unitMinor: number } | { kind: 'none' }
  >
  live: boolean
  home: DemoHome
}>
export type DemoBank = Readonly<{
  currency: Currency
  holderName: string
  bankName: string
  bank: BankAccount
}>
export type DemoAccount = Readonly<{
  name: string
  kind: 'individual' | 'company'
  country: string
  currency: Currency
  timezone: string
  listings: readonly DemoListing[]
  /** Verified bank accounts, one for each currency; they belong to no real bank. */
  banks: readonly DemoBank[]
  /** Of a company in the US, whose W-9 is on file. */
  taxNumber?: string
  /** 700 unless said. */
  openedDaysAgo?: number
  /** Its owner removes them once the listings are live: what the stays earn can’t be paid out. */
  removesBanks?: true
}>

const newYork = {
  timezone: 'America/New_York',
  currency: 'USD',
  tax: { kind: 'percent', bps: 1000 },
  live: true,
} as const
const lisbon = {
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  tax: { kind: 'per_night', unitMinor: 400 },
  live: true,
} as const

/** The people and places of the demonstration: four accounts, ten listings, five zones, four currencies. */
export const WORLD: readonly DemoAccount[] = [
  {
    name: 'Vale Stays',
    kind: 'company',
    country: 'US',
    taxNumber: '13-1234821',
    currency: 'USD',
    timezone: 'America/New_York',
    banks: [
      {
        currency: 'USD',
        holderName: 'Vale Stays LLC',
        bankName: 'Hudson Savings',
        bank: {
          type: 'us_ach',
          routingNumber: '021000021',
          accountNumber: '000123454417',
          accountType: 'checking',
        },
      },
      {
        currency: 'JPY',
        holderName: 'Vale Stays LLC',
        bankName: 'Kyoto Shinkin',
        bank: { type: 'wire', bic: 'BOTKJPJT', country: 'JP', accountNumber: '0012345678' },
      },
    ],
    listings: [
      {
        ...newYork,
        name: 'Mill Street Flat',
        home: millStreetFlat,
        place: 'Hudson, NY',
        maxGuests: 3,
        bedrooms: 1,
        baseNightMinor: 16500,
        weekendNightMinor: 19800,
        cleaningFeeMinor: 8000,
        cancellationPolicyCode: 'moderate',
        minNights: 2,
      },
      {
        ...newYork,
        name: 'Cedar House',
        home: cedarHouse,
        place: 'Kingston, NY',
        maxGuests: 5,
        bedrooms: 3,
        baseNightMinor: 18000,
        weekendNightMinor: 23000,
        cleaningFeeMinor: 12000,
        cancellationPolicyCode: 'moderate',
        minNights: 3,
      },
      {
        ...newYork,
        name: 'Harbor Loft',
        home: harborLoft,
        place: 'Portland, ME',
        maxGuests: 4,
        bedrooms: 2,
        baseNightMinor: 22500,
        weekendNightMinor: 26000,
        cleaningFeeMinor: 9500,
        cancellationPolicyCode: 'firm',
        minNights: 2,
      },
      {
        ...newYork,
        name: 'The Boathouse',
        home: theBoathouse,
        place: 'Camden, ME',
        maxGuests: 8,
        bedrooms: 4,
        baseNightMinor: 38000,
        weekendNightMinor: 45600,
        cleaningFeeMinor: 18000,
        cancellationPolicyCode: 'limited',
        minNights: 3,
      },
      {
        ...newYork,
        name: 'Juniper Cabin',
        home: juniperCabin,
        place: 'Joshua Tree, CA',
        timezone: 'America/Los_Angeles',
        maxGuests: 2,
        bedrooms: 1,
        baseNightMinor: 21400,
        weekendNightMinor: 25700,
        cleaningFeeMinor: 7500,
        cancellationPolicyCode: 'flexible',
        minNights: 2,
      },
      {
        name: 'Nishijin Machiya',
        home: nishijinMachiya,
        place: 'Kyoto, JP',
        timezone: 'Asia/Tokyo',
        currency: 'JPY',
        tax: { kind: 'none' },
        live: true,
        maxGuests: 4,
        bedrooms: 2,
        baseNightMinor: 32000,
        weekendNightMinor: 38000,
        cleaningFeeMinor: 9000,
        cancellationPolicyCode: 'firm',
        minNights: 2,
      },
    ],
  },
  {
    name: 'Lisboa Casas',
    kind: 'company',
    country: 'PT',
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    banks: [
      {
        currency: 'EUR',
        holderName: 'Lisboa Casas Lda',
        bankName: 'Banco do Tejo',
        bank: { type: 'sepa', iban: 'PT50000201231234567890154' },
      },
    ],
    listings: [
      {
        ...lisbon,
        name: 'Alfama Terrace',
        home: alfamaTerrace,
        place: 'Lisbon, PT',
        maxGuests: 4,
        bedrooms: 2,
        baseNightMinor: 15000,
        weekendNightMinor: 17000,
        cleaningFeeMinor: 6000,
        cancellationPolicyCode: 'flexible',
        minNights: 3,
      },
      {
        ...lisbon,
        name: 'Bica Studio',
        home: bicaStudio,
        place: 'Lisbon, PT',
        maxGuests: 2,
        bedrooms: 0,
        baseNightMinor: 9800,
        weekendNightMinor: 11800,
        cleaningFeeMinor: 4500,
        cancellationPolicyCode: 'moderate',
        minNights: 2,
      },
    ],
  },
  {
    name: 'Dan Okafor',
    kind: 'individual',
    country: 'GB',
    currency: 'GBP',
    timezone: 'Europe/London',
    banks: [
      {
        currency: 'GBP',
        holderName: 'Dan Okafor',
        bankName: 'Regent Bank',
        bank: { type: 'uk_bacs', sortCode: '200000', accountNumber: '55779911' },
      },
    ],
    removesBanks: true,
    listings: [
      {
        name: 'Canal Street Flat',
        home: canalStreetFlat,
        place: 'London, GB',
        timezone: 'Europe/London',
        currency: 'GBP',
        tax: { kind: 'none' },
        live: true,
        maxGuests: 3,
        bedrooms: 1,
        baseNightMinor: 14000,
        weekendNightMinor: 16500,
        cleaningFeeMinor: 5500,
        cancellationPolicyCode: 'firm',
        minNights: 2,
      },
    ],
  },
  {
    name: 'Mika Mori',
    kind: 'individual',
    country: 'PT',
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    openedDaysAgo: 20,
    banks: [],
    listings: [
      {
        ...lisbon,
        name: 'Graca Hideaway',
        home: gracaHideaway,
        place: 'Lisbon, PT',
        maxGuests: 2,
        bedrooms: 1,
        baseNightMinor: 11000,
        weekendNightMinor: 12500,
        cleaningFeeMinor: 4000,
        cancellationPolicyCode: 'flexible',
        minNights: 2,
        live: false,
      },
    ],
  },
]

/** When an account of the demo was opened and its listings were started. */
export const findOpenedDaysAgo = (account: string): number =>
  WORLD.find(({ name }) => name === account)?.openedDaysAgo ?? 700

/** Keys of the demonstration derive from names, so that an interrupted start continues where it stopped. */
export const demoKey = (...parts: readonly string[]) => deriveId('demo', ...parts)
