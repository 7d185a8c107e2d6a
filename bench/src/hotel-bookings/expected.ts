import { DAY_MS, HOUR_MS } from '@hearth/contracts/kernel/dates'
/**
 * The expected figures, computed from the file alone: no code of the product is used here, so that a shared
 * mistake cannot hide. The rules restate docs/domain/policy.md#cancellation-policies and
 * docs/domain/booking.md#refunds; amounts in euro cents.
 */
export type Totals = {
  bookings: number
  nights: number
  revenueMinor: number
  cancellations: number
  noShows: number
  refundedMinor: number
  earningsMinor: number
}
export type Cell = Totals & { hotel: string; roomType: string; month: string }

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * Lisbon is at UTC in winter and at UTC+1 from the last Sunday of March to the last Sunday of October, 01:00
 * UTC.
 */
const lisbon = (day: number, hour: number) => {
  const lastSunday = (year: number, month: number) => {
    const last = Date.UTC(year, month + 1, 0)
    return last - new Date(last).getUTCDay() * DAY_MS + HOUR_MS
  }
  const wall = day * DAY_MS + hour * HOUR_MS
  const year = new Date(wall).getUTCFullYear()
  return wall >= lastSunday(year, 2) + HOUR_MS && wall < lastSunday(year, 9) + HOUR_MS ? wall - HOUR_MS : wall
}
const roundHalfUp = (amount: number) => Math.floor(amount + 0.5)
/** The host's part of what the guest pays: 15.5 % is Hearth's, rounded once for each booking. */
const earnings = (kept: number) => kept - Math.floor((kept * 155 + 500) / 1_000)

type Row = Readonly<Record<string, string>>

/** The refund in cents, for `nights` equal nights at `rate`. */
const refund = (
  deposit: string,
  rate: number,
  nights: number,
  confirmed: number,
  cancelled: number,
  checkInDay: number,
): number => {
  const checkIn = lisbon(checkInDay, 15)
  const hoursBefore = (checkIn - cancelled) / HOUR_MS
  const total = rate * nights
  if (cancelled - confirmed <= 24 * HOUR_MS && checkIn - confirmed >= 168 * HOUR_MS && hoursBefore > 0)
    return total
  const begun = Array.from({ length: nights }, (_, night) => lisbon(checkInDay + night, 15)).filter(
    (start) => start < cancelled,
  ).length
  if (deposit === 'Non Refund') return 0
  const [fullFrom, unspent] = deposit === 'No Deposit' ? [24, 1] : [120, 0.5]
  if (hoursBefore >= fullFrom) return total
  return roundHalfUp((nights - Math.min(nights, 1 + begun)) * rate * unspent)
}

/** What the computation needs of a row; days since the epoch. */
const readRow = (row: Row) => {
  const get = (name: string) => (row[name] ?? '').trim()
  const arrival =
    Date.UTC(
      Number(get('arrival_date_year')),
      MONTHS.indexOf(get('arrival_date_month')),
      Number(get('arrival_date_day_of_month')),
    ) / DAY_MS
  const date = get('reservation_status_date')
  const [month = 0, day = 0, year = 0] = (
    date.includes('/') ? date.split('/') : date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2-$3-$1').split('-')
  ).map(Number)
  return {
    hotel: get('hotel'),
    roomType: get('reserved_room_type'),
    deposit: get('deposit_type'),
    status: get('reservation_status'),
    arrival,
    statusDay: Date.UTC(year, month - 1, day) / DAY_MS,
    bookedDay: arrival - Number(get('lead_time')),
    nights: Number(get('stays_in_weekend_nights')) + Number(get('stays_in_week_nights')),
    rate: Math.round(Number(get('adr')) * 100),
    adults: Number(get('adults')),
    children: get('children'),
  }
}
type Read = ReturnType<typeof readRow>

const canBeBooked = ({ nights, rate, adults, children, status, statusDay, arrival, bookedDay }: Read) =>
  nights > 0 &&
  rate > 0 &&
  adults > 0 &&
  children !== 'NA' &&
  adults + Number(children) <= 30 &&
  (status === 'Check-Out'
    ? statusDay === arrival + nights
    : status === 'No-Show'
      ? statusDay === arrival
      : statusDay >= bookedDay && statusDay <= arrival)

const computeRefund = ({ status, deposit, rate, nights, arrival, statusDay, bookedDay }: Read): number => {
  if (status === 'Check-Out') return 0
  const ended = status === 'No-Show' ? lisbon(arrival, 15) : lisbon(statusDay, 12)
  return refund(deposit, rate, nights, lisbon(bookedDay, 10), ended, arrival)
}

/** Rows that can be booked, by hotel, room type and month of arrival. */
export const expectedCells = (rows: readonly Row[]): Cell[] => {
  const cells = new Map<string, Cell>()
  for (const row of rows.map(readRow)) {
    if (!canBeBooked(row)) continue
    const { hotel, roomType, arrival, status, nights, rate } = row
    const key = { hotel, roomType, month: new Date(arrival * DAY_MS).toISOString().slice(0, 7) }
    const name = Object.values(key).join('|')
    const cell = cells.get(name) ?? {
      ...key,
      bookings: 0,
      nights: 0,
      revenueMinor: 0,
      cancellations: 0,
      noShows: 0,
      refundedMinor: 0,
      earningsMinor: 0,
    }
    cells.set(name, cell)
    const refunded = computeRefund(row)
    cell.bookings += 1
    cell.nights += status === 'Check-Out' ? nights : 0
    cell.cancellations += status === 'Canceled' ? 1 : 0
    cell.noShows += status === 'No-Show' ? 1 : 0
    cell.refundedMinor += refunded
    cell.revenueMinor += rate * nights - refunded
    cell.earningsMinor += earnings(rate * nights - refunded)
  }
  return [...cells.values()].toSorted((a, b) =>
    `${a.hotel}${a.roomType}${a.month}` < `${b.hotel}${b.roomType}${b.month}` ? -1 : 1,
  )
}

/** What the nights of one month come to: of stays that were not canceled, by the date of each night. */
export type Month = { nights: number; revenueMinor: number; stays: number; stayNights: number }

/** Nights by hotel and calendar month, such as `City Hotel|2016-07`; stays in the month of their arrival. */
export const expectedMonths = (rows: readonly Row[]): ReadonlyMap<string, Month> => {
  const months = new Map<string, Month>()
  for (const row of rows.map(readRow)) {
    if (!canBeBooked(row) || row.status === 'Canceled') continue
    for (let night = 0; night < row.nights; night += 1) {
      const date = new Date((row.arrival + night) * DAY_MS).toISOString()
      const name = `${row.hotel}|${date.slice(0, 7)}`
      const month = months.get(name) ?? { nights: 0, revenueMinor: 0, stays: 0, stayNights: 0 }
      months.set(name, month)
      month.nights += 1
      month.revenueMinor += row.rate
      if (night === 0) {
        month.stays += 1
        month.stayNights += row.nights
      }
    }
  }
  return months
}
