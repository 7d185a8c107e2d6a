import { weekday, type LocalDate } from '../../kernel/dates.ts'
import type { Pricing } from '../pricing.ts'

const FRIDAY = 5
const SATURDAY = 6

/**
 * A night's price in minor units: date override, else weekday override, else weekend (Fri, Sat), else base
 * (docs/domain/listing.md#prices).
 */
export const nightPrice = (pricing: Pricing, date: LocalDate): number => {
  const day = weekday(date)
  return (
    pricing.dateOverrides.find((override) => override.date === date)?.nightMinor ??
    pricing.weekdayOverrides.find((override) => override.weekday === day)?.nightMinor ??
    (day === FRIDAY || day === SATURDAY ? pricing.weekendNightMinor : null) ??
    pricing.baseNightMinor
  )
}
