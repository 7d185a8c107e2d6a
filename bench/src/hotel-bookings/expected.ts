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

/** Rows that can be booked, by hotel, room type and month of arrival. */
export const expectedCells = (rows: readonly Row[]): Cell[] => {
  const cells = new Map<string, Cell>()
  for (const row of rows) {
    const get = (name: string) => (row[name] ?? '').trim()
    const arrival =
      Date.UTC(
        Number(get('arrival_date_year')),
        MONTHS.indexOf(get('arrival_date_month')),
        Number(get('arrival_date_day_of_month')),
      ) / DAY_MS
    const nights = Number(get('stays_in_weekend_nights')) + Number(get('stays_in_week_nights'))
    const [month = 0, day = 0, year = 0] = get('reservation_status_date').split('/').map(Number)
    const statusDay = Date.UTC(year, month - 1, day) / DAY_MS
    const bookedDay = arrival - Number(get('lead_time'))
    const rate = Math.round(Number(get('adr')) * 100)
    const status = get('reservation_status')
    const fits =
      nights > 0 &&
      rate > 0 &&
      Number(get('adults')) > 0 &&
      get('children') !== 'NA' &&
      Number(get('adults')) + Number(get('children')) <= 30 &&
      (status === 'Check-Out'
        ? statusDay === arrival + nights
        : status === 'No-Show'
          ? statusDay === arrival
          : statusDay >= bookedDay && statusDay <= arrival)
    if (!fits) continue
    const key = {
      hotel: get('hotel'),
      roomType: get('reserved_room_type'),
      month: new Date(arrival * DAY_MS).toISOString().slice(0, 7),
    }
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
    const ended = status === 'No-Show' ? lisbon(arrival, 15) : lisbon(statusDay, 12)
    const back =
      status === 'Check-Out'
        ? 0
        : refund(get('deposit_type'), rate, nights, lisbon(bookedDay, 10), ended, arrival)
    cell.bookings += 1
    cell.nights += status === 'Check-Out' ? nights : 0
    cell.cancellations += status === 'Canceled' ? 1 : 0
    cell.noShows += status === 'No-Show' ? 1 : 0
    cell.refundedMinor += back
    cell.revenueMinor += rate * nights - back
    cell.earningsMinor += earnings(rate * nights - back)
  }
  return [...cells.values()].toSorted((a, b) =>
    `${a.hotel}${a.roomType}${a.month}` < `${b.hotel}${b.roomType}${b.month}` ? -1 : 1,
  )
}
