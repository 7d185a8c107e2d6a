import { CANCELLATION_POLICY_CODES } from '@hearth/contracts/policy'
import { hoursBetween, nightsBetween, weekday } from '@hearth/contracts/kernel/dates'
import type { Stay } from '@hearth/standalone/importer/rows'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { median } from '../statistics.ts'

export const ENDS = ['stayed', 'cancelled', 'no_show'] as const
export type End = (typeof ENDS)[number]

const zWeights = z.array(z.number().min(0)).min(1)
/** Equally spaced quantiles, including the smallest and the greatest value. */
const zQuantiles = z.array(z.number()).min(2)
const byEnd = <S extends z.ZodType>(schema: S) =>
  z.object({ stayed: schema, cancelled: schema, no_show: schema })

/**
 * How bookings are distributed: what the generator knows of the real data. Weights need not add up to a fixed
 * sum.
 */
export const zShape = z.object({
  bookings: z.int().positive(),
  ends: byEnd(z.number().min(0)),
  /** Arrivals by month, January first, and by weekday, Sunday first. */
  months: zWeights.length(12),
  weekdays: zWeights.length(7),
  /** Days from booking to arrival. */
  leadDays: byEnd(zQuantiles),
  /** Where between booking (0) and arrival (1) a cancellation falls. */
  cancelledAfter: zQuantiles,
  /** By nights from 1, adults from 1, children and infants from 0. */
  nights: zWeights,
  adults: zWeights,
  children: zWeights,
  infants: zWeights,
  /** Price of a night in minor units, and the factor of each month. */
  nightMinor: zQuantiles,
  monthRates: zWeights.length(12),
  policies: byEnd(z.partialRecord(z.enum(CANCELLATION_POLICY_CODES), z.number().min(0))),
  channels: z.object({ direct: z.number().min(0), partner: z.number().min(0), office: z.number().min(0) }),
})
export type Shape = z.infer<typeof zShape>

/** A stay and the further columns of its row. */
export type Measured = Readonly<{ stay: Stay; channel: string }>

const QUANTILES = 41
const MAX_NIGHTS = 60

const computeQuantiles = (values: readonly number[]): number[] => {
  const sorted = values.toSorted((a, b) => a - b)
  return Array.from({ length: QUANTILES }, (_, index) =>
    Number((sorted[Math.round((index / (QUANTILES - 1)) * (sorted.length - 1))] ?? 0).toFixed(3)),
  )
}
const countValues = (values: readonly number[], first: number, most: number): number[] => {
  const counts = Array.from({ length: Math.min(most, Math.max(...values)) - first + 1 }, () => 0)
  for (const value of values)
    if (counts[value - first] !== undefined) counts[value - first] = (counts[value - first] ?? 0) + 1
  return counts
}
const eachEnd = <Value>(
  measured: readonly Measured[],
  of: (stays: readonly Stay[]) => Value,
): Record<End, Value> => {
  const at = (end: End) => of(measured.filter(({ stay }) => stay.end.kind === end).map(({ stay }) => stay))
  return { stayed: at('stayed'), cancelled: at('cancelled'), no_show: at('no_show') }
}
const CHANNELS: Readonly<Record<string, keyof Shape['channels']>> = { Direct: 'direct', Corporate: 'office' }

const countPolicies = (stays: readonly Stay[]): Shape['policies']['stayed'] => {
  const counts: Shape['policies']['stayed'] = {}
  for (const { policy } of stays) counts[policy] = (counts[policy] ?? 0) + 1
  return counts
}

const countChannels = (measured: readonly Measured[]): Shape['channels'] => {
  const channels = { direct: 0, partner: 0, office: 0 }
  for (const { channel } of measured) channels[CHANNELS[channel] ?? 'partner'] += 1
  return channels
}

const leadDays = ({ confirmedAt, checkIn }: Stay): number => nightsBetween(confirmedAt.slice(0, 10), checkIn)

/** Which share of the time between booking and check-in had passed when stays were cancelled. */
const cancelledAfter = (stays: readonly Stay[]): readonly number[] =>
  stays
    .filter((stay) => stay.end.kind === 'cancelled' && leadDays(stay) > 0)
    .map((stay) => Math.min(1, hoursBetween(stay.confirmedAt, stay.end.at) / (24 * leadDays(stay))))

const monthOf = ({ checkIn }: Stay): number => Number(checkIn.slice(5, 7)) - 1

/** For each month, how the usual rate of a night compares with that of the year. */
const compareRates = (stays: readonly Stay[]): Shape['monthRates'] => {
  const usual = median(stays.map(({ nightMinor }) => nightMinor))
  return Array.from({ length: 12 }, (_, month) => {
    const rates = stays.filter((stay) => monthOf(stay) === month).map(({ nightMinor }) => nightMinor)
    return Number((median(rates) / usual).toFixed(3))
  })
}

/** The distributions of these stays. */
export const measureShape = (measured: readonly Measured[]): Shape => {
  const stays = measured.map(({ stay }) => stay)
  const count = (name: 'nights' | 'adults' | 'children' | 'infants', min: number, max: number) =>
    countValues(
      stays.map((stay) => stay[name]),
      min,
      max,
    )
  return {
    bookings: stays.length,
    ends: eachEnd(measured, (some) => some.length),
    months: Array.from({ length: 12 }, (_, month) => stays.filter((stay) => monthOf(stay) === month).length),
    weekdays: Array.from(
      { length: 7 },
      (_, index) => stays.filter(({ checkIn }) => weekday(checkIn) === index).length,
    ),
    leadDays: eachEnd(measured, (some) => computeQuantiles(some.map(leadDays))),
    cancelledAfter: computeQuantiles(cancelledAfter(stays)),
    nights: count('nights', 1, MAX_NIGHTS),
    adults: count('adults', 1, 4),
    children: count('children', 0, 3),
    infants: count('infants', 0, 2),
    nightMinor: computeQuantiles(stays.map(({ nightMinor }) => nightMinor)),
    monthRates: compareRates(stays),
    policies: eachEnd(measured, countPolicies),
    channels: countChannels(measured),
  }
}

/** The distributions that come with the project. */
export const committedShape = (): Shape =>
  zShape.parse(JSON.parse(readFileSync(new URL('shape.json', import.meta.url), 'utf8')))
