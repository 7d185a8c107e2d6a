import { z } from 'zod'

/** Currencies we settle in, with their ISO 4217 exponents: decimals of the major unit. */
export const CURRENCY_EXPONENT = {
  AUD: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HUF: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  PLN: 2,
  SEK: 2,
  USD: 2,
} as const
export type Currency = keyof typeof CURRENCY_EXPONENT
export const zCurrency = z.enum(Object.keys(CURRENCY_EXPONENT) as [Currency, ...Currency[]])

/**
 * The smallest amount that payment systems transfer, in minor units, where it is more than one
 * (docs/domain/money.md#payable-amounts). Amounts are still counted in minor units.
 */
const PAYABLE_UNIT: Readonly<Partial<Record<Currency, number>>> = { HUF: 100, KWD: 10 }
export const payableUnit = (currency: Currency): number => PAYABLE_UNIT[currency] ?? 1

const MAX_MINOR = 1_000_000_000_000

/** A signed amount in minor units (cents), at most 10^12 in size (docs/domain/money.md#amounts). */
export const zMinor = z
  .int()
  .min(-MAX_MINOR)
  .max(MAX_MINOR)
  .overwrite((amount) => (Object.is(amount, -0) ? 0 : amount))
/** An amount in minor units that is not negative. */
export const zMinorAmount = z
  .int()
  .min(0)
  .max(MAX_MINOR)
  .overwrite((amount) => (Object.is(amount, -0) ? 0 : amount))
/** Basis points: 1550 = 15.5 %. */
export const zBps = z.int().min(0).max(10_000)

export const zMoney = z.strictObject({ amountMinor: zMinor, currency: zCurrency })
export type Money = z.infer<typeof zMoney>

/** `amount × bps`, rounded half away from zero, once per line (docs/domain/money.md#rounding). */
export const applyBps = (amountMinor: number, bps: number): number => multiplyRatio(amountMinor, bps, 10_000)

/** `amount × numerator ÷ denominator`, half away from zero; exact in between. */
export const multiplyRatio = (amountMinor: number, numerator: number, denominator: number): number => {
  const product = BigInt(amountMinor) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const magnitude = ((product < 0n ? -product : product) * 2n + divisor) / (divisor * 2n)
  return Number(product < 0n ? -magnitude : magnitude)
}

/**
 * Parts proportional to `weights` that add up to `total` exactly: largest remainder, the earlier part first
 * among equals.
 */
export const splitByWeight = (totalMinor: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (weights.length === 0) return []
  const shares = sum === 0 ? weights.map(() => 1) : weights
  const divisor = BigInt(sum === 0 ? weights.length : sum)
  const sign = totalMinor < 0 ? -1 : 1
  const total = BigInt(Math.abs(totalMinor))
  const parts = shares.map((weight, index) => {
    const product = total * BigInt(weight)
    return { index, floor: product / divisor, remainder: product % divisor }
  })
  let left = total - parts.reduce((a, part) => a + part.floor, 0n)
  for (const part of parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (left === 0n) break
    part.floor += 1n
    left -= 1n
  }
  return parts.map((part) => (part.floor === 0n ? 0 : sign * Number(part.floor)))
}

/** What of an amount can be transferred; the rest is less than one payable unit and has the same sign. */
export const payablePart = (amountMinor: number, currency: Currency): number =>
  amountMinor - (amountMinor % payableUnit(currency))

export const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)

/**
 * A rule's nominal amount (50.00) in minor units; without decimals it is 100 times the nominal
 * (docs/domain/money.md#nominal-amounts).
 */
export const nominalToMinor = (nominal: number, currency: Currency) => {
  const exponent = CURRENCY_EXPONENT[currency]
  return Math.round(nominal * (exponent === 0 ? 100 : 10 ** exponent))
}

/** `1,120.00` for 112000 USD: grouped, with the currency's decimals, a true minus sign, without the code. */
export const formatAmount = (amountMinor: number, currency: Currency) => {
  const exponent = CURRENCY_EXPONENT[currency]
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amountMinor < 0 ? '−' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`
}

/** `1120.00` for 112000 USD, for programs to read: no grouping, an ASCII minus, without the code. */
export const formatDecimal = (amountMinor: number, currency: Currency): string => {
  const exponent = CURRENCY_EXPONENT[currency]
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const sign = amountMinor < 0 ? '-' : ''
  return exponent === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** `15.5%` for 1550. */
export const formatBps = (bps: number) => `${Number((bps / 100).toFixed(2))}%`
