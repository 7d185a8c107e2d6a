import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'
import { zBps, zMinorAmount } from '../kernel/money.ts'

export const zWeekday = z.int().min(0).max(6)
const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length

/**
 * Prices in minor units of the listing's currency; a night's price is date override, else weekday override,
 * else weekend (Fri, Sat), else base (docs/domain/listing.md#prices).
 */
export const zPricing = z.strictObject({
  baseNightMinor: zMinorAmount.refine((amount) => amount > 0, 'must be more than 0'),
  weekendNightMinor: zMinorAmount.nullable().default(null),
  weekdayOverrides: z
    .array(z.strictObject({ weekday: zWeekday, nightMinor: zMinorAmount }))
    .max(7)
    .refine((list) => isUnique(list.map(({ weekday }) => weekday)), 'must name each weekday once')
    .default([]),
  dateOverrides: z
    .array(z.strictObject({ date: zLocalDate, nightMinor: zMinorAmount }))
    .max(800)
    .refine((list) => isUnique(list.map(({ date }) => date)), 'must name each date once')
    .default([]),
  weeklyDiscountBps: zBps.max(5000).default(0),
  monthlyDiscountBps: zBps.max(7000).default(0),
  cleaningFeeMinor: zMinorAmount.default(0),
  petFeeMinor: zMinorAmount.default(0),
  extraGuest: z
    .strictObject({ after: z.int().min(1).max(30), feeMinor: zMinorAmount })
    .nullable()
    .default(null),
})
export type Pricing = z.infer<typeof zPricing>

/**
 * Who may arrive when; the defaults forbid nothing (docs/domain/listing.md#prices). Nights, hours, days as
 * named; weekday 0 = Sunday.
 */
export const zAvailabilityRules = z
  .strictObject({
    minNights: z.int().min(1).max(365).default(1),
    maxNights: z.int().min(1).max(365).default(365),
    advanceNoticeHours: z.int().min(0).max(168).default(0),
    bookingWindowDays: z.int().min(30).max(730).default(365),
    prepNights: z.int().min(0).max(2).default(0),
    closedToArrival: z.array(zWeekday).max(7).default([]),
    closedToDeparture: z.array(zWeekday).max(7).default([]),
    annualNightCap: z.int().min(1).max(366).nullable().default(null),
  })
  .refine((rules) => rules.minNights <= rules.maxNights, {
    path: ['minNights'],
    message: 'can’t be more than the maximum stay',
  })
export type AvailabilityRules = z.infer<typeof zAvailabilityRules>
