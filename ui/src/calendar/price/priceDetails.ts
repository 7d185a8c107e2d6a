import type { Currency } from '@hearth/contracts/kernel/money'
import {
  changeOverride,
  MAX_PRICE_BPS,
  MIN_PRICE_BPS,
  nightPrice,
  selectNights,
  zOverrideChange,
  type NightOverrides,
  type OverrideChange,
} from '@hearth/contracts/listing'
import { parseAmount } from '../../components/form/amountInput.ts'
import type { LocalDate } from '../../components/dates/localDate.ts'
import type { Listing } from '../../data/records/records.ts'

export const PRICE_MODES = ['amount', 'percent', 'keep', 'usual'] as const
export type PriceMode = (typeof PRICE_MODES)[number]

/** What the host enters about the price and rules of nights. Texts are as typed. */
export type PriceDetails = Readonly<{
  mode: PriceMode
  amount: string
  /** `20` is 20 % more, `-10` is 10 % less than the usual price. */
  percent: string
  minNights: string
  /** Null: left as it is. */
  closedToArrival: boolean | null
  closedToDeparture: boolean | null
  weekdays: readonly number[]
}>
export const noPriceDetails: PriceDetails = {
  mode: 'amount',
  amount: '',
  percent: '',
  minNights: '',
  closedToArrival: null,
  closedToDeparture: null,
  weekdays: [],
}

/** A percentage from -90 to +400: what the contract takes. */
export const MIN_PERCENT = MIN_PRICE_BPS / 100 - 100
export const MAX_PERCENT = MAX_PRICE_BPS / 100 - 100

const parsePercent = (text: string): number | null => {
  const normal = text.trim().replace('−', '-').replace(',', '.').replace(/%$/, '').trim()
  return /^[+-]?\d+(\.\d{1,2})?$/.test(normal) ? Math.round((Number(normal) + 100) * 100) : null
}

/** The price for the command's schema; undefined: left as it is, null: the usual price. */
const readPrice = (details: PriceDetails, currency: Currency): unknown => {
  switch (details.mode) {
    case 'keep':
      return undefined
    case 'usual':
      return null
    case 'amount':
      return { kind: 'amount', amountMinor: parseAmount(details.amount, currency) }
    case 'percent':
      return { kind: 'percent', bps: parsePercent(details.percent) }
  }
}

const isEmpty = ({ mode, amount, percent }: PriceDetails) =>
  (mode === 'amount' && amount.trim() === '') || (mode === 'percent' && percent.trim() === '')

type Problem = 'amount' | 'percent' | 'minNights' | 'maxNights'
export type ReadDetails = Readonly<{ change: OverrideChange; problem: Problem | null }>

/** The command's change, or the field that is wrong. Empty fields are left as they are. */
export const readDetails = (
  details: PriceDetails,
  { currency, rules }: Pick<Listing, 'currency' | 'rules'>,
): ReadDetails => {
  const price = isEmpty(details) ? undefined : readPrice(details, currency)
  const priced = zOverrideChange.safeParse(price === undefined ? {} : { price })
  if (!priced.success) return { change: {}, problem: details.mode === 'percent' ? 'percent' : 'amount' }
  const typed = details.minNights.trim()
  const nights = zOverrideChange.safeParse(typed === '' ? {} : { minNights: Number(typed) })
  if (!nights.success) return { change: {}, problem: 'minNights' }
  if ((nights.data.minNights ?? 0) > rules.maxNights) return { change: {}, problem: 'maxNights' }
  const { closedToArrival, closedToDeparture } = details
  return {
    change: {
      ...priced.data,
      ...nights.data,
      ...(closedToArrival === null ? {} : { closedToArrival }),
      ...(closedToDeparture === null ? {} : { closedToDeparture }),
    },
    problem: null,
  }
}

/** Everything back to the listing's own price and rules. */
export const USUAL: OverrideChange = {
  price: null,
  minNights: null,
  closedToArrival: null,
  closedToDeparture: null,
}

type Nights = Readonly<{ start: LocalDate; end: LocalDate; weekdays: readonly number[] }>

/** What guests pay for the nights now and after the change, in minor units; null without prices. Pure. */
export const computeValue = (
  { pricing }: Pick<Listing, 'pricing'>,
  overrides: NightOverrides,
  nights: Nights,
  change: OverrideChange,
): Readonly<{ nights: number; beforeMinor: number; afterMinor: number }> | null => {
  if (pricing === null) return null
  const dates = selectNights(nights)
  const total = (price: (date: LocalDate) => number) => dates.reduce((sum, date) => sum + price(date), 0)
  return {
    nights: dates.length,
    beforeMinor: total((date) => nightPrice(pricing, date, overrides[date])),
    afterMinor: total((date) => nightPrice(pricing, date, changeOverride(overrides[date] ?? null, change))),
  }
}
