import { weekday, type LocalDate } from '../../kernel/dates.ts'
import { applyBps } from '../../kernel/money.ts'
import type { NightOverride, OverridePrice } from '../nightOverrides.ts'
import type { Pricing } from '../pricing.ts'

const FRIDAY = 5
const SATURDAY = 6

/**
 * What a night costs without an override, in minor units: the price of its date, else of its weekday, else
 * the weekend price (Fri, Sat), else the base price (docs/domain/listing.md#prices).
 */
const usualPrice = (pricing: Pricing, date: LocalDate): number => {
  const day = weekday(date)
  return (
    pricing.dateOverrides.find((override) => override.date === date)?.nightMinor ??
    pricing.weekdayOverrides.find((override) => override.weekday === day)?.nightMinor ??
    (day === FRIDAY || day === SATURDAY ? pricing.weekendNightMinor : null) ??
    pricing.baseNightMinor
  )
}

const overriddenPrice = (usualMinor: number, price: OverridePrice | null): number =>
  price === null ? usualMinor : price.kind === 'amount' ? price.amountMinor : applyBps(usualMinor, price.bps)

/** A night's price in minor units, with its override (docs/domain/listing.md#overrides). */
export const nightPrice = (pricing: Pricing, date: LocalDate, override?: NightOverride | null): number =>
  overriddenPrice(usualPrice(pricing, date), override?.price ?? null)
