import { describe, expect, test } from 'vitest'
import { readCalendar } from './readCalendar.ts'
import { BERLIN, readBody, readNights, TODAY, writeLines } from './testing/calendars.ts'

const AIRBNB = '-//Airbnb Inc//Hosting Calendar 1.0//EN'
const BOOKING = '-//admin.booking.com\\, b.v.//NONSGML v1.0//EN'

const calendar = (product: string, ...events: readonly (readonly string[])[]) => writeLines(product, events)
const read = (body: string) => readBody(body).entries
/** The nights of one entry with these lines, `start/end`. */
const nights = (lines: readonly string[], timezone?: string) => readNights([['UID:a', ...lines]], timezone)
const problem = (body: string) => {
  const found = readCalendar(body, BERLIN, TODAY)
  return found.ok ? 'none' : found.problem
}

describe('what platforms send (docs/domain/ical-feed.md#what-platforms-send)', () => {
  test('a reservation by Airbnb: dates are nights, and its code is in a folded line', () => {
    const lines = [
      'DTSTAMP:20260601T000000Z',
      'DTSTART;VALUE=DATE:20260814',
      'DTEND;VALUE=DATE:20260817',
      'SUMMARY:Reserved',
      'UID:1418fb94e984-0c0b@airbnb.com',
      'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/HMABC',
      ' D1234\\nPhone Number (Last 4 Digits): 1234',
    ]
    expect(read(calendar(AIRBNB, lines))).toEqual([
      {
        uid: '1418fb94e984-0c0b@airbnb.com',
        kind: 'reserved',
        reference: 'HMABCD1234',
        start: '2026-08-14',
        end: '2026-08-17',
      },
    ])
  })
  test('a block by Airbnb has no code and isn’t a stay', () =>
    expect(
      read(
        calendar(AIRBNB, [
          'DTSTART;VALUE=DATE:20260901',
          'DTEND;VALUE=DATE:20270601',
          'SUMMARY:Airbnb (Not available)',
          'UID:b@airbnb.com',
        ]),
      ),
    ).toMatchObject([{ kind: 'blocked', reference: null, end: '2027-06-01' }]))
  test('at Booking.com a booking and a block look alike; the comma in its name is escaped', () =>
    expect(
      read(
        calendar(BOOKING, [
          'DTSTART;VALUE=DATE:20260814',
          'DTEND;VALUE=DATE:20260817',
          'SUMMARY:CLOSED - Not available',
          'UID:c@booking.com',
          'ORGANIZER:mailto:a@b.c',
        ]),
      ),
    ).toMatchObject([{ kind: 'unknown', start: '2026-08-14' }]))
  test('past entries are left out; current ones are not', () =>
    expect(
      read(
        calendar(
          AIRBNB,
          ['UID:past', 'DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260612'],
          ['UID:now', 'DTSTART;VALUE=DATE:20260610', 'DTEND;VALUE=DATE:20260613'],
        ),
      ).map(({ uid }) => uid),
    ).toEqual(['now']))
})

describe('from moments to nights (docs/domain/ical-feed.md#from-entries-to-nights)', () => {
  test('the end of a date range is a day of departure', () =>
    expect(nights(['DTSTART;VALUE=DATE:20260814', 'DTEND;VALUE=DATE:20260817'])).toEqual([
      '2026-08-14/2026-08-17',
    ]))
  test('a date needs no VALUE=DATE', () =>
    expect(nights(['DTSTART:20260814', 'DTEND:20260817'])).toEqual(['2026-08-14/2026-08-17']))
  test('without an end it is one night', () =>
    expect(nights(['DTSTART;VALUE=DATE:20260814'])).toEqual(['2026-08-14/2026-08-15']))
  test('an entry that ends on its first day is one night', () =>
    expect(nights(['DTSTART;VALUE=DATE:20260814', 'DTEND;VALUE=DATE:20260814'])).toEqual([
      '2026-08-14/2026-08-15',
    ]))
  test('a duration replaces an end', () => {
    expect(nights(['DTSTART;VALUE=DATE:20260814', 'DURATION:P1W'])).toEqual(['2026-08-14/2026-08-21'])
    expect(nights(['DTSTART:20260814T150000', 'DURATION:P2DT20H'])).toEqual(['2026-08-14/2026-08-17'])
  })
  test('a moment is converted to the listing’s time zone first', () => {
    expect(nights(['DTSTART:20260814T230000Z', 'DTEND:20260817T090000Z'])).toEqual(['2026-08-15/2026-08-17'])
    expect(nights(['DTSTART:20260814T230000Z', 'DTEND:20260817T090000Z'], 'America/New_York')).toEqual([
      '2026-08-14/2026-08-17',
    ])
    expect(
      nights(
        ['DTSTART;TZID=America/New_York:20260814T200000', 'DTEND;TZID=America/New_York:20260817T110000'],
        'Asia/Tokyo',
      ),
    ).toEqual(['2026-08-15/2026-08-18'])
  })
  test('a time without a zone is in the listing’s zone', () =>
    expect(nights(['DTSTART:20260814T160000', 'DTEND:20260816T100000'], 'Pacific/Auckland')).toEqual([
      '2026-08-14/2026-08-16',
    ]))
  test('an end before check-in leaves the night free, one after takes it', () => {
    expect(nights(['DTSTART:20260812T150000', 'DTEND:20260814T110000'])).toEqual(['2026-08-12/2026-08-14'])
    expect(nights(['DTSTART:20260812T150000', 'DTEND:20260814T235900'])).toEqual(['2026-08-12/2026-08-15'])
  })
  test('some hours of one day take no night', () =>
    expect(nights(['DTSTART:20260814T100000', 'DTEND:20260814T120000'])).toEqual([]))
  test('a cancelled or transparent entry takes none', () => {
    expect(nights(['DTSTART;VALUE=DATE:20260814', 'STATUS:CANCELLED'])).toEqual([])
    expect(nights(['DTSTART;VALUE=DATE:20260814', 'TRANSP:TRANSPARENT'])).toEqual([])
  })
  test('an entry without a valid day is left out', () => {
    expect(nights(['DTSTART;VALUE=DATE:20260231'])).toEqual([])
    expect(nights(['SUMMARY:Reserved'])).toEqual([])
    expect(nights(['DTSTART;VALUE=DATE:20260817', 'DTEND;VALUE=DATE:20260814'])).toEqual([])
  })
})

describe('a repeating entry', () => {
  test('is followed for two years, without its excluded days', () =>
    expect(
      nights([
        'DTSTART;VALUE=DATE:20260703',
        'DTEND;VALUE=DATE:20260705',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;VALUE=DATE:20260710',
      ]),
    ).toEqual(['2026-07-03/2026-07-05', '2026-07-17/2026-07-19', '2026-07-24/2026-07-26']))
  test('one occurrence can be moved or cancelled', () => {
    const rule = [
      'UID:r',
      'DTSTART;VALUE=DATE:20260703',
      'DTEND;VALUE=DATE:20260705',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ]
    const moved = [
      'UID:r',
      'RECURRENCE-ID;VALUE=DATE:20260710',
      'DTSTART;VALUE=DATE:20260711',
      'DTEND;VALUE=DATE:20260713',
    ]
    const off = [
      'UID:r',
      'RECURRENCE-ID;VALUE=DATE:20260717',
      'DTSTART;VALUE=DATE:20260717',
      'STATUS:CANCELLED',
    ]
    expect(read(calendar('-//Test//EN', moved, rule, off)).map(({ start }) => start)).toEqual([
      '2026-07-03',
      '2026-07-11',
    ])
  })
  test.each<readonly [rule: string, from: string, ...days: readonly string[]]>([
    [
      'FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20260712',
      '20260703',
      '2026-07-04',
      '2026-07-05',
      '2026-07-11',
      '2026-07-12',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4',
      '20260707',
      '2026-07-07',
      '2026-07-12',
      '2026-07-21',
      '2026-07-26',
    ],
    ['FREQ=MONTHLY;COUNT=3', '20260731', '2026-07-31', '2026-08-31', '2026-10-31'],
    ['FREQ=YEARLY;COUNT=2', '20260814', '2026-08-14', '2027-08-14'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '20260703'],
  ])('%s', (rule, from, ...days) =>
    expect(
      nights([`DTSTART;VALUE=DATE:${from}`, `RRULE:${rule}`]).map((night) => night.slice(0, 10)),
    ).toEqual(days),
  )
  test('an endless daily rule ends after two years', () =>
    expect(nights(['DTSTART;VALUE=DATE:20100101', 'RRULE:FREQ=DAILY'])).toHaveLength(730))
  test('ends after two years by its own nights, in every zone', () =>
    expect(
      nights(['DTSTART:20100101T230000Z', 'DTEND:20100102T090000Z', 'RRULE:FREQ=DAILY'], 'Asia/Tokyo'),
    ).toHaveLength(730))
})

describe('a refused calendar', () => {
  test('a page with an error', () =>
    expect(problem('<!DOCTYPE html><html><body>Something went wrong</body></html>')).toBe('not_a_calendar'))
  test('an empty body', () => expect(problem('')).toBe('not_a_calendar'))
  test('a calendar cut in half', () => {
    const whole = calendar(
      AIRBNB,
      ['DTSTART;VALUE=DATE:20260814', 'UID:a'],
      ['DTSTART;VALUE=DATE:20260820', 'UID:b'],
    )
    for (let length = 20; length < whole.length - 3; length += 7)
      expect(problem(whole.slice(0, length))).toBe('cut_off')
  })
  test('ten thousand entries', () =>
    expect(
      problem(
        calendar(
          AIRBNB,
          ...Array.from({ length: 10_000 }, (_, index) => [`UID:${index}`, 'DTSTART;VALUE=DATE:20260814']),
        ),
      ),
    ).toBe('too_many_entries'))
  test('malformed lines', () => expect(problem(calendar(AIRBNB, ['this is no property']))).toBe('unreadable'))
})
