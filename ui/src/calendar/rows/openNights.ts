import type { ClaimRow } from '@hearth/contracts/calendar'
import { addDays, listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import { nightPrice, type ListingRow } from '@hearth/contracts/listing'
import { computeEnd, type NightWindow } from './window.ts'

/**
 * A free night, without a price while the listing has none. `gap`: it is in a run between claims that is
 * shorter than the listing's minimum stay.
 */
export type OpenNight = Readonly<{ date: LocalDate; priceMinor: number | null; gap: boolean }>

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
): ReadonlyMap<LocalDate, OpenNight> => {
  const { minNights } = listing.rules
  const from = later(addDays(window.start, -minNights), today)
  const until = addDays(computeEnd(window), minNights)
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
  return new Map(
    runs.flatMap((run) =>
      run
        .filter((date) => date >= window.start && date < computeEnd(window))
        .map(
          (date) =>
            [
              date,
              {
                date,
                priceMinor: listing.pricing && nightPrice(listing.pricing, date),
                gap: run.length < minNights,
              },
            ] as const,
        ),
    ),
  )
}
