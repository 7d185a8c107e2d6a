import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { addDays, zLocalDate, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'

export const ZONE = 'Europe/Lisbon'
/** Maximum number of guests of a listing (the data set names no capacity). */
export const CAPACITY = 30

/** A row of the data set as a stay. `nightMinor` in euro cents; instants are UTC. */
export type Stay = Readonly<{
  key: Id
  line: number
  hotel: string
  roomType: string
  adults: number
  children: number
  infants: number
  checkIn: LocalDate
  checkOut: LocalDate
  nights: number
  nightMinor: number
  policy: CancellationPolicyCode
  confirmedAt: Instant
  end: Readonly<{ kind: 'stayed' | 'cancelled' | 'no_show'; at: Instant }>
}>
export type Refusal = Readonly<{ line: number; reason: RefusalReason; detail: string }>
export type RefusalReason =
  | 'COLUMNS_MISSING'
  | 'DATE_INVALID'
  | 'NUMBER_INVALID'
  | 'NO_NIGHTS'
  | 'STAY_TOO_LONG'
  | 'NO_ADULTS'
  | 'TOO_MANY_GUESTS'
  | 'CHILDREN_UNKNOWN'
  | 'RATE_NOT_POSITIVE'
  | 'DEPOSIT_TYPE_UNKNOWN'
  | 'STATUS_UNKNOWN'
  | 'STATUS_DATE_MISMATCH'

export const COLUMNS = [
  'hotel',
  'lead_time',
  'arrival_date_year',
  'arrival_date_month',
  'arrival_date_day_of_month',
  'stays_in_weekend_nights',
  'stays_in_week_nights',
  'adults',
  'children',
  'babies',
  'reserved_room_type',
  'deposit_type',
  'adr',
  'reservation_status',
  'reservation_status_date',
] as const
const POLICIES: Readonly<Record<string, CancellationPolicyCode>> = {
  'Non Refund': 'non_refundable',
  'No Deposit': 'flexible',
  Refundable: 'moderate',
}

const instantAt = (date: LocalDate, hour: number): Instant =>
  new Date(
    Temporal.PlainDateTime.from(`${date}T${String(hour).padStart(2, '0')}:00`).toZonedDateTime(ZONE)
      .epochMilliseconds,
  ).toISOString()
const parseDate = (year: string, month: number, day: string): LocalDate | undefined => {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return zLocalDate.safeParse(date).success ? date : undefined
}
const count = (text: string | undefined) => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN)

/**
 * Reads one row. Nothing is repaired: an implausible row is refused with its reason. `ordinal` counts equal
 * rows.
 */
export const readRow = (
  record: Readonly<Record<string, string>>,
  line: number,
  ordinal: (hash: string) => number,
): Stay | Refusal => {
  const refuse = (reason: RefusalReason, detail: string): Refusal => ({ line, reason, detail })
  const missing = COLUMNS.filter((column) => record[column] === undefined)
  if (missing.length > 0) return refuse('COLUMNS_MISSING', `no ${missing.join(', ')}`)
  const field = (name: (typeof COLUMNS)[number]) => (record[name] ?? '').trim()

  const checkIn = parseDate(
    field('arrival_date_year'),
    MONTHS.indexOf(field('arrival_date_month')) + 1,
    field('arrival_date_day_of_month'),
  )
  const [statusMonth = '', statusDay = '', statusYear = ''] = field('reservation_status_date').split('/')
  const statusDate = parseDate(statusYear, count(statusMonth), statusDay)
  if (checkIn === undefined) return refuse('DATE_INVALID', 'the arrival date isn’t a date')
  if (statusDate === undefined)
    return refuse('DATE_INVALID', `the status date ${field('reservation_status_date')} isn’t a date`)
  if (field('children') === 'NA') return refuse('CHILDREN_UNKNOWN', 'the number of children is not known')

  const numbers = {
    leadTime: count(field('lead_time')),
    nights: count(field('stays_in_weekend_nights')) + count(field('stays_in_week_nights')),
    adults: count(field('adults')),
    children: count(field('children')),
    infants: count(field('babies')),
  }
  const wrong = Object.entries(numbers).find(([, value]) => Number.isNaN(value))
  if (wrong) return refuse('NUMBER_INVALID', `${wrong[0]} isn’t a whole number`)
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(field('adr')))
    return refuse('NUMBER_INVALID', `the rate ${field('adr')} isn’t an amount in euros and cents`)
  const nightMinor = Math.round(Number(field('adr')) * 100)

  if (numbers.nights === 0) return refuse('NO_NIGHTS', 'a stay without nights')
  if (numbers.nights > 365) return refuse('STAY_TOO_LONG', `${numbers.nights} nights; 365 is the most`)
  if (numbers.adults === 0) return refuse('NO_ADULTS', 'a party without adults')
  if (numbers.adults + numbers.children > CAPACITY)
    return refuse('TOO_MANY_GUESTS', `${numbers.adults + numbers.children} guests; ${CAPACITY} is the most`)
  if (nightMinor <= 0) return refuse('RATE_NOT_POSITIVE', `a rate of ${field('adr')}`)
  const policy = POLICIES[field('deposit_type')]
  if (policy === undefined)
    return refuse('DEPOSIT_TYPE_UNKNOWN', `no policy for the deposit type ${field('deposit_type')}`)

  const checkOut = addDays(checkIn, numbers.nights)
  const confirmedOn = addDays(checkIn, -numbers.leadTime)
  const status = field('reservation_status')
  const contradiction = (text: string) =>
    refuse('STATUS_DATE_MISMATCH', `${status} on ${statusDate}, ${text}`)
  if (!['Check-Out', 'Canceled', 'No-Show'].includes(status))
    return refuse('STATUS_UNKNOWN', `the status ${status} is not known`)
  if (status === 'Check-Out' && statusDate !== checkOut)
    return contradiction(`but the stay ends on ${checkOut}`)
  if (status === 'No-Show' && statusDate !== checkIn) return contradiction(`but the arrival is on ${checkIn}`)
  if (status === 'Canceled' && (statusDate < confirmedOn || statusDate > checkIn))
    return contradiction(`but booked on ${confirmedOn} for ${checkIn}`)

  const hash = createHash('sha256')
    .update(JSON.stringify(Object.values(record).map((value) => value.trim())))
    .digest('hex')
  return {
    key: deriveId('hotel-bookings', hash, String(ordinal(hash))),
    line,
    hotel: field('hotel'),
    roomType: field('reserved_room_type'),
    adults: numbers.adults,
    children: numbers.children,
    infants: numbers.infants,
    checkIn,
    checkOut,
    nights: numbers.nights,
    nightMinor,
    policy,
    confirmedAt: instantAt(confirmedOn, 10),
    end:
      status === 'Check-Out'
        ? { kind: 'stayed', at: instantAt(checkOut, 11) }
        : status === 'Canceled'
          ? { kind: 'cancelled', at: instantAt(statusDate, 12) }
          : { kind: 'no_show', at: instantAt(checkIn, 21) },
  }
}

/** Check-in is at 15:00 in Lisbon. */
export const computeCheckIn = (stay: Stay): Instant => instantAt(stay.checkIn, 15)
