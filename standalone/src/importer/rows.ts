import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { addDays, zLocalDate, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import type { CancellationPolicyCode } from '@hearth/contracts/policy'
import { toInstant } from '@hearth/platform/zones/localTime'
import { createHash } from 'node:crypto'

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
  toInstant(date, `${String(hour).padStart(2, '0')}:00`, ZONE)
const parseDate = (year: string, month: number, day: string): LocalDate | undefined => {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return zLocalDate.safeParse(date).success ? date : undefined
}
/** The copies of the data set have `2015-07-11` or `7/11/2015`, month first. */
const parseStatusDate = (text: string): LocalDate | undefined => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year !== '') return parseDate(year, Number(month), day)
  const [, americanMonth = '', americanDay = '', americanYear = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return parseDate(americanYear, Number(americanMonth), americanDay)
}
/** A row has one key in every copy of the data set: that of the copy with the month first. */
const toOriginal = (name: string, value: string): string =>
  name === 'reservation_status_date' ? value.replace(/^(\d{4})-0?(\d{1,2})-0?(\d{1,2})$/, '$2/$3/$1') : value
const count = (text: string | undefined) => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN)

type Field = (name: (typeof COLUMNS)[number]) => string
type Refused = Readonly<{ reason: RefusalReason; detail: string }>

const refusal = (reason: RefusalReason, detail: string): Refused => ({ reason, detail })
const isRefused = <T extends object>(found: Refused | T): found is Refused => 'reason' in found

const readDates = (field: Field): Refused | Readonly<{ checkIn: LocalDate; statusDate: LocalDate }> => {
  const checkIn = parseDate(
    field('arrival_date_year'),
    MONTHS.indexOf(field('arrival_date_month')) + 1,
    field('arrival_date_day_of_month'),
  )
  const statusDate = parseStatusDate(field('reservation_status_date'))
  if (checkIn === undefined) return refusal('DATE_INVALID', 'the arrival date isn’t a date')
  if (statusDate === undefined)
    return refusal('DATE_INVALID', `the status date ${field('reservation_status_date')} isn’t a date`)
  return { checkIn, statusDate }
}

type Numbers = Readonly<{
  leadTime: number
  nights: number
  adults: number
  children: number
  infants: number
  nightMinor: number
}>

const readNumbers = (field: Field): Refused | Numbers => {
  if (field('children') === 'NA') return refusal('CHILDREN_UNKNOWN', 'the number of children is not known')
  const numbers = {
    leadTime: count(field('lead_time')),
    nights: count(field('stays_in_weekend_nights')) + count(field('stays_in_week_nights')),
    adults: count(field('adults')),
    children: count(field('children')),
    infants: count(field('babies')),
  }
  const wrong = Object.entries(numbers).find(([, value]) => Number.isNaN(value))
  if (wrong) return refusal('NUMBER_INVALID', `${wrong[0]} isn’t a whole number`)
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(field('adr')))
    return refusal('NUMBER_INVALID', `the rate ${field('adr')} isn’t an amount in euros and cents`)
  return { ...numbers, nightMinor: Math.round(Number(field('adr')) * 100) }
}

const refuseImplausible = (
  { nights, adults, children, nightMinor }: Numbers,
  field: Field,
): Refused | undefined => {
  if (nights === 0) return refusal('NO_NIGHTS', 'a stay without nights')
  if (nights > 365) return refusal('STAY_TOO_LONG', `${nights} nights; 365 is the most`)
  if (adults === 0) return refusal('NO_ADULTS', 'a party without adults')
  if (adults + children > CAPACITY)
    return refusal('TOO_MANY_GUESTS', `${adults + children} guests; ${CAPACITY} is the most`)
  return nightMinor > 0 ? undefined : refusal('RATE_NOT_POSITIVE', `a rate of ${field('adr')}`)
}

type Dates = Readonly<{
  checkIn: LocalDate
  checkOut: LocalDate
  confirmedOn: LocalDate
  statusDate: LocalDate
}>

/** How the stay ended; refused when the status contradicts the dates of the stay. */
const readEnd = (
  status: string,
  { checkIn, checkOut, confirmedOn, statusDate }: Dates,
): Refused | Stay['end'] => {
  const contradiction = (text: string) =>
    refusal('STATUS_DATE_MISMATCH', `${status} on ${statusDate}, ${text}`)
  switch (status) {
    case 'Check-Out':
      return statusDate === checkOut
        ? { kind: 'stayed', at: instantAt(checkOut, 11) }
        : contradiction(`but the stay ends on ${checkOut}`)
    case 'No-Show':
      return statusDate === checkIn
        ? { kind: 'no_show', at: instantAt(checkIn, 21) }
        : contradiction(`but the arrival is on ${checkIn}`)
    case 'Canceled':
      return statusDate >= confirmedOn && statusDate <= checkIn
        ? { kind: 'cancelled', at: instantAt(statusDate, 12) }
        : contradiction(`but booked on ${confirmedOn} for ${checkIn}`)
    default:
      return refusal('STATUS_UNKNOWN', `the status ${status} is not known`)
  }
}

const readStay = (field: Field): Refused | Omit<Stay, 'key' | 'line'> => {
  const dates = readDates(field)
  if (isRefused(dates)) return dates
  const numbers = readNumbers(field)
  if (isRefused(numbers)) return numbers
  const implausible = refuseImplausible(numbers, field)
  if (implausible) return implausible
  const policy = POLICIES[field('deposit_type')]
  if (policy === undefined)
    return refusal('DEPOSIT_TYPE_UNKNOWN', `no policy for the deposit type ${field('deposit_type')}`)
  const { leadTime, ...party } = numbers
  const { checkIn, statusDate } = dates
  const checkOut = addDays(checkIn, numbers.nights)
  const confirmedOn = addDays(checkIn, -leadTime)
  const end = readEnd(field('reservation_status'), { checkIn, checkOut, confirmedOn, statusDate })
  if (isRefused(end)) return end
  return {
    hotel: field('hotel'),
    roomType: field('reserved_room_type'),
    ...party,
    checkIn,
    checkOut,
    policy,
    confirmedAt: instantAt(confirmedOn, 10),
    end,
  }
}

/**
 * Reads one row. Nothing is repaired: an implausible row is refused with its reason. `ordinal` counts equal
 * rows.
 */
export const readRow = (
  record: Readonly<Record<string, string>>,
  line: number,
  ordinal: (hash: string) => number,
): Stay | Refusal => {
  const missing = COLUMNS.filter((column) => record[column] === undefined)
  if (missing.length > 0) return { line, ...refusal('COLUMNS_MISSING', `no ${missing.join(', ')}`) }
  const stay = readStay((name) => (record[name] ?? '').trim())
  if (isRefused(stay)) return { line, ...stay }
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(record).map(([name, value]) => toOriginal(name, value.trim()))))
    .digest('hex')
  return { key: deriveId('hotel-bookings', hash, String(ordinal(hash))), line, ...stay }
}

/** Check-in is at 15:00 in Lisbon. */
export const computeCheckIn = (stay: Stay): Instant => instantAt(stay.checkIn, 15)
