import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { addDays } from '@hearth/contracts/kernel/dates'
import { describe, expect, it } from 'vitest'
import { planImport } from './plan.ts'
import { readRow, type RefusalReason, type Stay } from './rows.ts'

const record = {
  hotel: 'Resort Hotel',
  lead_time: '7',
  arrival_date_year: '2015',
  arrival_date_month: 'July',
  arrival_date_day_of_month: '9',
  stays_in_weekend_nights: '1',
  stays_in_week_nights: '1',
  adults: '2',
  children: '0',
  babies: '0',
  reserved_room_type: 'A',
  deposit_type: 'No Deposit',
  adr: '75.5',
  reservation_status: 'Check-Out',
  reservation_status_date: '7/11/2015',
}
const read = (change: Partial<typeof record> = {}, ordinal = 1) =>
  readRow({ ...record, ...change }, 2, () => ordinal)
const stay = (change: Partial<typeof record> = {}, ordinal = 1): Stay => {
  const row = read(change, ordinal)
  if (!('key' in row)) throw new Error(`refused: ${row.reason}`)
  return row
}

describe('a row of the data set', () => {
  it('is a stay in Lisbon time, in cents', () => {
    expect(stay()).toMatchObject({
      checkIn: '2015-07-09',
      checkOut: '2015-07-11',
      nights: 2,
      nightMinor: 7550,
      policy: 'flexible',
      confirmedAt: '2015-07-02T09:00:00.000Z',
      end: { kind: 'stayed', at: '2015-07-11T10:00:00.000Z' },
    })
  })

  it.each<[string, Partial<typeof record>, RefusalReason]>([
    ['no nights', { stays_in_weekend_nights: '0', stays_in_week_nights: '0' }, 'NO_NIGHTS'],
    ['no adults', { adults: '0' }, 'NO_ADULTS'],
    ['55 adults', { adults: '55' }, 'TOO_MANY_GUESTS'],
    ['children NA', { children: 'NA' }, 'CHILDREN_UNKNOWN'],
    ['a rate of 0', { adr: '0' }, 'RATE_NOT_POSITIVE'],
    ['a rate in words', { adr: 'free' }, 'NUMBER_INVALID'],
    ['30 February', { arrival_date_month: 'February', arrival_date_day_of_month: '30' }, 'DATE_INVALID'],
    ['an unknown deposit', { deposit_type: 'Barter' }, 'DEPOSIT_TYPE_UNKNOWN'],
    ['an unknown status', { reservation_status: 'Lost' }, 'STATUS_UNKNOWN'],
    ['an early departure', { reservation_status_date: '7/10/2015' }, 'STATUS_DATE_MISMATCH'],
    [
      'a cancellation before the booking',
      { reservation_status: 'Canceled', reservation_status_date: '7/1/2015' },
      'STATUS_DATE_MISMATCH',
    ],
    [
      'a no-show in another month',
      { reservation_status: 'No-Show', reservation_status_date: '3/20/2015' },
      'STATUS_DATE_MISMATCH',
    ],
  ])('with %s is refused', (_, change, reason) => expect(read(change)).toMatchObject({ line: 2, reason }))

  it('takes the status date in either form, and has one key in both', () => {
    for (const date of Array.from({ length: 365 }, (_, index) => addDays('2015-01-01', index))) {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const arrival = {
        arrival_date_year: `${year}`,
        arrival_date_month: MONTHS[month - 1] ?? '',
        arrival_date_day_of_month: `${day}`,
        reservation_status: 'No-Show',
      }
      const american = stay({ ...arrival, reservation_status_date: `${month}/${day}/${year}` })
      expect(american).toMatchObject({ checkIn: date, end: { kind: 'no_show' } })
      expect(stay({ ...arrival, reservation_status_date: date })).toEqual(american)
    }
  })

  it.each([
    '2015-13-01',
    '2015-02-30',
    '2015-7-1',
    '2015/07/11',
    '11.07.2015',
    '31/12/2015',
    '7/11/15',
    '2015-07-11T00:00:00',
    '',
  ])('refuses the status date %j', (date) =>
    expect(read({ reservation_status_date: date })).toMatchObject({ line: 2, reason: 'DATE_INVALID' }),
  )

  it('has a key that follows its content and its ordinal, never its line', () => {
    expect(readRow({ ...record, hotel: ' Resort Hotel ' }, 99, () => 1)).toMatchObject({ key: stay().key })
    expect(stay({}, 2).key).not.toBe(stay({}, 1).key)
  })
})

describe('the plan', () => {
  it('opens a second listing only while the first is taken, and reuses cancelled nights', () => {
    const cancelled = stay({ reservation_status: 'Canceled', reservation_status_date: '7/3/2015' })
    const meanwhile = stay({ adr: '80', lead_time: '7' })
    const afterwards = stay({ adr: '90', lead_time: '2' })
    const { actions, listings } = planImport([cancelled, meanwhile, afterwards])
    expect(listings.get('Resort Hotel/A')).toBe(2)
    const placed = (of: Stay) =>
      actions.find((action) => action.stay === of && action.verb === 'confirm')?.listing
    expect(new Set([placed(cancelled), placed(meanwhile)])).toEqual(new Set([1, 2]))
    expect(placed(afterwards)).toBe(placed(cancelled))
  })

  it('orders all commands by their time in history', () => {
    const { actions } = planImport([
      stay(),
      stay({ arrival_date_day_of_month: '1', reservation_status_date: '7/3/2015' }),
    ])
    expect(actions.map((action) => action.at)).toEqual(actions.map((action) => action.at).toSorted())
  })
})
