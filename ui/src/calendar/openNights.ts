import type { ClaimRow } from '@hearth/contracts/calendar'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { ListingRow } from '@hearth/contracts/listing'
import { nightPrice } from '@hearth/contracts/listing/rules/nightPrice'
import { daysOf, type NightWindow } from './window.ts'

/** A night nobody has. `gap`: it lies in a run between claims that is too short to be booked under the listing's minimum. */
export type OpenNight = Readonly<{ date: LocalDate; priceMinor: number; gap: boolean }>

/** Open nights of one listing by date, from today on: past nights cannot be sold any more. */
export const openNights = (listing: ListingRow, claims: readonly ClaimRow[], window: NightWindow, today: LocalDate): ReadonlyMap<LocalDate, OpenNight> => {
  const standing = claims.filter((claim) => claim.state !== 'released')
  const taken = (date: LocalDate) => standing.some((claim) => claim.start <= date && date < claim.end)
  const free = (date: LocalDate) => date >= today && !taken(date)
  /** Length of the free run around a date, counted no further than the minimum. */
  const run = (date: LocalDate) => {
    let length = 1
    for (let day = addDays(date, -1); length < listing.rules.minNights && free(day); day = addDays(day, -1)) length += 1
    for (let day = addDays(date, 1); length < listing.rules.minNights && free(day); day = addDays(day, 1)) length += 1
    return length
  }
  return new Map(
    daysOf(window)
      .filter(free)
      .map((date) => [date, { date, priceMinor: nightPrice(listing.pricing, date), gap: run(date) < listing.rules.minNights }]),
  )
}
