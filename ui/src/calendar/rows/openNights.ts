import type { ClaimRow } from '@hearth/contracts/calendar'
import { addDays, listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  nightPrice,
  type ListingRow,
  type NightOverride,
  type NightOverrides,
} from '@hearth/contracts/listing'
import { computeEnd, type NightWindow } from './window.ts'

/**
 * A free night, without a price while the listing has none. `gap`: no stay over it fits between the claims,
 * because each is shorter than the minimum of its first night.
 */
export type OpenNight = Readonly<{
  date: LocalDate
  priceMinor: number | null
  gap: boolean
  /** What it has instead of the listing's price and rules. */
  override: NightOverride | undefined
}>

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
const sooner = (a: LocalDate, b: LocalDate) => (a < b ? a : b)

/**
 * Open nights of one listing by date, starting today, because past nights can no longer be sold. Claims
 * around the window count for its gaps.
 */
export const listOpenNights = (
  listing: Pick<ListingRow, 'rules' | 'pricing'>,
  claims: readonly ClaimRow[],
  window: NightWindow,
  today: LocalDate,
  overrides: NightOverrides = {},
): ReadonlyMap<LocalDate, OpenNight> => {
  const minimumAt = (date: LocalDate) => overrides[date]?.minNights ?? listing.rules.minNights
  const longest = Math.max(
    listing.rules.minNights,
    ...Object.values(overrides).map((override) => override.minNights ?? 1),
  )
  const from = later(addDays(window.start, -longest), today)
  const until = addDays(computeEnd(window), longest)
  const taken = new Set(
    claims
      .filter(({ state }) => state !== 'released')
      .flatMap(({ start, end }) => listNights(later(start, from), sooner(end, until))),
  )
  const runs: LocalDate[][] = []
  let before: LocalDate | undefined
  for (const date of listNights(from, until).filter((night) => !taken.has(night))) {
    const run = runs.at(-1)
    if (run && before !== undefined && addDays(before, 1) === date) run.push(date)
    else runs.push([date])
    before = date
  }
  const openNight = (date: LocalDate, fits: boolean): OpenNight => ({
    date,
    priceMinor: listing.pricing && nightPrice(listing.pricing, date, overrides[date]),
    gap: !fits,
    override: overrides[date],
  })
  const inRun = (run: readonly LocalDate[]): OpenNight[] => {
    let fits = false
    return run.map((date, index) => {
      fits ||= minimumAt(date) <= run.length - index
      return openNight(date, fits)
    })
  }
  return new Map(
    runs
      .flatMap(inRun)
      .filter(({ date }) => date >= window.start && date < computeEnd(window))
      .map((night) => [night.date, night]),
  )
}
