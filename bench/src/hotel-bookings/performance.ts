import { bookingMoney, zBookingPrice } from '@hearth/contracts/booking'
import { listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatStream, type RecordedEvent } from '@hearth/contracts/kernel/message'
import {
  addSums,
  computePeriodFigures,
  endOfMonth,
  liveNightsOf,
  NO_SUMS,
  sumMonth,
  type PerformanceMonthRow,
  type PeriodSums,
} from '@hearth/contracts/performance'
import { performanceMonthProjection } from '@hearth/contracts/performance/projections'
import { confirmedStay, createSnapshot } from '@hearth/contracts/testing'
import { parseStays } from '@hearth/standalone/importer/parseStays'
import { formatUnit, planImport, type Action } from '@hearth/standalone/importer/plan'
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { expectedMonths } from './expected.ts'

/**
 * `npm run test:performance -- <file.csv>`: folds the bookings that the importer plans into the read model of the
 * performance page, and compares occupancy, ADR, RevPAR and revenue of each hotel and month with the file itself.
 */
const file = process.argv[2]
if (file === undefined) {
  console.error('npm run test:performance -- <file.csv>')
  process.exit(78)
}

const content = readFileSync(file)
const { actions, listings } = planImport(parseStays(content).stays)
const findListing = ({ stay, listing }: Action) => deriveId('listing', formatUnit(stay), String(listing))

let commit = 0n
const record = (category: string, id: string, type: string, at: string, data: object): RecordedEvent => {
  commit += 1n
  return {
    id: String(commit),
    stream: formatStream(category, id),
    revision: commit,
    type,
    data,
    metadata: { occurredAt: at },
    position: { commit, prepare: commit },
    recordedAt: at,
  }
}

/** What the importer’s commands make of a stay, as far as the read model follows it. */
const toEvents = (action: Action): readonly RecordedEvent[] => {
  const { at, verb, stay } = action
  const { key: bookingId, checkIn, checkOut, nights, nightMinor } = stay
  const listingId = findListing(action)
  if (verb === 'cancel-by-guest')
    return [
      record('calendar', listingId, 'NightsReleased', at, {
        listingId,
        claimId: bookingId,
        start: checkIn,
        end: checkOut,
      }),
    ]
  if (verb !== 'confirm') return []
  const snapshot = createSnapshot(`${checkIn}T15:00:00.000Z`, nights, stay.policy)
  const price = zBookingPrice.parse({
    currency: 'EUR',
    nightly: listNights(checkIn, checkOut).map((date) => ({ date, amountMinor: nightMinor })),
    guestTotalMinor: nights * nightMinor,
  })
  const money = bookingMoney(price, snapshot.fee)
  const data = confirmedStay({ bookingId, listingId, checkIn, checkOut, money, snapshot })
  return [record('booking', bookingId, 'BookingConfirmed', at, data)]
}

const rows = new Map<string, PerformanceMonthRow>()
const { keys, fold } = performanceMonthProjection
for (const event of actions.flatMap(toEvents))
  for (const key of keys(event)) {
    const row = fold(rows.get(key), event, key)
    if (row === undefined) rows.delete(key)
    else rows.set(key, row)
  }

/** Listings of the hotel, which are all live on every night of the data. */
const countListings = (hotel: string) =>
  [...listings].reduce((all, [unit, count]) => all + (unit.startsWith(`${hotel}/`) ? count : 0), 0)
const hotelOf = new Map(actions.map((action) => [findListing(action), action.stay.hotel]))

const sums = new Map<string, { all: PeriodSums[]; listings: number; month: LocalDate }>()
for (const row of rows.values()) {
  const month = row.id.slice(0, 10)
  const name = `${hotelOf.get(row.listingId) ?? ''}|${month.slice(0, 7)}`
  const known = sums.get(name) ?? { all: [], listings: 0, month }
  const live = liveNightsOf(month, [{ from: month, to: null }])
  known.all.push(sumMonth(month, row, live, { from: month, to: endOfMonth(month) }, 'EUR'))
  known.listings += 1
  sums.set(name, known)
}

/** Half away from zero, as the figures are rounded. */
const divide = (top: number, bottom: number) => Math.floor((2 * top + bottom) / (2 * bottom))
const daysIn = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()

const expected = expectedMonths(parse(content, { columns: true, bom: true, skip_empty_lines: true }))
const differences: string[] = []
let compared = 0
for (const [name, { nights, revenueMinor, stays, stayNights }] of expected) {
  const [hotel = '', month = ''] = name.split('|')
  const found = sums.get(name)
  // Listings without a stay in the month are empty, but on sale.
  const empty = {
    ...NO_SUMS,
    nights: { guest: 0, owner: 0, blocked: 0, open: daysIn(month), total: daysIn(month) },
  }
  const idle = Array.from({ length: countListings(hotel) - (found?.listings ?? 0) }, () => empty)
  const figures = computePeriodFigures(addSums([...(found?.all ?? []), ...idle]))
  const available = countListings(hotel) * daysIn(month)
  const wanted = {
    occupancy: divide(nights * 10_000, available),
    revenue: revenueMinor,
    adr: divide(revenueMinor, nights),
    revpar: divide(revenueMinor, available),
    length_of_stay: stays === 0 ? null : divide(stayNights * 100, stays),
  }
  for (const [code, value] of Object.entries(wanted)) {
    compared += 1
    const actual = figures[code as keyof typeof wanted].value
    if (actual !== value) differences.push(`${name}: ${code} ${actual} instead of ${value}`)
  }
}
for (const name of sums.keys()) {
  const hasNights = sums.get(name)?.all.some(({ nights }) => nights.guest > 0)
  if (hasNights === true && !expected.has(name)) differences.push(`${name}: not in the file`)
}
console.log(`${expected.size} months of hotels, ${compared} figures, ${differences.length} differences`)
for (const difference of differences.slice(0, 40)) console.log(`  ${difference}`)
process.exit(differences.length === 0 ? 0 : 1)
