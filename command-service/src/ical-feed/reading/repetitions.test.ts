import { describe, expect, test } from 'vitest'
import { readBody, readNights, writeLines } from './testing/calendars.ts'

/** Nights of one repeating all-day entry of one night, its first days only. */
const days = (rule: string, start: string) =>
  readNights([['UID:r', `DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`]]).map((each) => each.slice(0, 10))

describe('the rules that calendars offer (docs/domain/ical-feed.md#repetitions)', () => {
  test('the third Saturday of a month, beside a reservation', () =>
    expect(
      readNights([
        [
          'UID:m',
          'DTSTART;VALUE=DATE:20270116',
          'DTEND;VALUE=DATE:20270117',
          'RRULE:FREQ=MONTHLY;BYDAY=3SA;UNTIL=20270701T000000Z',
        ],
        ['UID:r1', 'DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270305', 'SUMMARY:Reserved'],
      ]),
    ).toEqual([
      '2027-01-16/2027-01-17',
      '2027-02-20/2027-02-21',
      '2027-03-01/2027-03-05',
      '2027-03-20/2027-03-21',
      '2027-04-17/2027-04-18',
      '2027-05-15/2027-05-16',
      '2027-06-19/2027-06-20',
    ]))
  test.each<readonly [rule: string, start: string, ...days: readonly string[]]>([
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '20260626', '2026-06-26', '2026-07-31', '2026-08-28'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', '20260630', '2026-06-30', '2026-07-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '20260630', '2026-06-30', '2026-07-31', '2026-08-31'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;UNTIL=20270901', '20260213', '2026-11-13', '2027-08-13'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2', '20261126', '2026-11-26', '2027-11-25'],
    ['FREQ=YEARLY;BYDAY=1MO;UNTIL=20280101', '20200106', '2027-01-04'],
    ['FREQ=YEARLY;INTERVAL=2;BYMONTH=1,12;BYMONTHDAY=-1', '20241231', '2026-12-31', '2028-01-31'],
    ['FREQ=DAILY;BYMONTH=8;BYDAY=SA;BYMONTHDAY=1,2,3,4,5,6,7;COUNT=1', '20260801', '2026-08-01'],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA;COUNT=4',
      '20260704',
      '2026-07-04',
      '2026-07-12',
      '2026-07-18',
      '2026-07-26',
    ],
  ])('%s from %s', (rule, start, ...expected) => expect(days(rule, start)).toEqual(expected))

  test.each([
    ['FREQ=MONTHLY;BYDAY=9MO', '20260703'],
    ['FREQ=DAILY;BYSETPOS=366', '20260703'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '20260703'],
    ['FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO', '20260201'],
    ['FREQ=WEEKLY;COUNT=10', '20200103'],
    ['FREQ=DAILY;COUNT=20000', '19700101'],
    ['FREQ=MONTHLY;BYDAY=1MO;COUNT=4', '19900101'],
    ['FREQ=WEEKLY;UNTIL=20200601T000000Z', '19990101'],
  ])('takes no nights: %s from %s', (rule, start) => expect(days(rule, start)).toEqual([]))

  test('follows a rule that began decades ago, within its window only', () => {
    expect(days('FREQ=DAILY', '19010101')).toHaveLength(730)
    expect(days('FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1', '19010301').slice(0, 2)).toEqual([
      '2026-08-01',
      '2027-01-01',
    ])
    expect(days('FREQ=DAILY;COUNT=40000', '19200101').at(-1)).toBe('2028-06-10')
  })
  test('of one entry leave enough steps for the others', () => {
    const endless = Array.from({ length: 3 }, (_, index) => [
      `UID:e${index}`,
      `SUMMARY:Endless ${index}`,
      'DTSTART;VALUE=DATE:19010101',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=1000000',
    ])
    const weekly = ['UID:w', 'DTSTART;VALUE=DATE:20260703', 'RRULE:FREQ=WEEKLY;COUNT=2']
    const { entries, unread } = readBody(writeLines('-//Test//EN', [...endless, weekly]))
    expect(entries.map(({ start }) => start)).toEqual(['2026-07-03', '2026-07-10'])
    expect(unread.map(({ title, problem }) => [title, problem])).toEqual([
      ['Endless 0', 'repetition'],
      ['Endless 1', 'repetition'],
      ['Endless 2', 'repetition'],
    ])
  })
})

describe('the values of a series are read on the clock of its start', () => {
  test('an end in UTC, of whole days', () =>
    expect(
      readNights([
        [
          'UID:s',
          'DTSTART;VALUE=DATE:20270604',
          'DTEND;VALUE=DATE:20270606',
          'RRULE:FREQ=WEEKLY;UNTIL=20270617T220000Z;BYDAY=FR',
        ],
      ]),
    ).toEqual(['2027-06-04/2027-06-06', '2027-06-11/2027-06-13', '2027-06-18/2027-06-20']))
  test('an end in UTC, of times', () =>
    expect(
      readNights(
        [
          [
            'UID:s',
            'DTSTART;TZID=America/New_York:20270705T160000',
            'DTEND;TZID=America/New_York:20270706T110000',
            'RRULE:FREQ=DAILY;UNTIL=20270709T035959Z',
          ],
        ],
        'America/New_York',
      ),
    ).toEqual([
      '2027-07-05/2027-07-06',
      '2027-07-06/2027-07-07',
      '2027-07-07/2027-07-08',
      '2027-07-08/2027-07-09',
    ]))
  const tuesdays = [
    'UID:t',
    'DTSTART;TZID=Europe/Berlin:20271005T003000',
    'DTEND;TZID=Europe/Berlin:20271006T100000',
    'RRULE:FREQ=WEEKLY;COUNT=2',
  ]
  test('a replaced occurrence in UTC', () =>
    expect(
      readNights([
        tuesdays,
        [
          'UID:t',
          'RECURRENCE-ID:20271011T223000Z',
          'DTSTART;TZID=Europe/Berlin:20271014T003000',
          'DTEND;TZID=Europe/Berlin:20271015T100000',
        ],
      ]),
    ).toEqual(['2027-10-05/2027-10-06', '2027-10-14/2027-10-15']))
  test('an excluded occurrence in UTC, and a day', () => {
    expect(readNights([[...tuesdays, 'EXDATE:20271011T223000Z']])).toEqual(['2027-10-05/2027-10-06'])
    expect(readNights([[...tuesdays, 'EXDATE;VALUE=DATE:20271012']])).toEqual(['2027-10-05/2027-10-06'])
  })
  test('an added occurrence in UTC, with and without a rule, and with its own end', () => {
    expect(readNights([[...tuesdays, 'RDATE:20271019T223000Z']]).at(-1)).toBe('2027-10-20/2027-10-21')
    expect(readNights([[...tuesdays.slice(0, 3), 'RDATE:20271019T223000Z']])).toEqual([
      '2027-10-05/2027-10-06',
      '2027-10-20/2027-10-21',
    ])
    expect(readNights([[...tuesdays, 'RDATE;VALUE=PERIOD:20271019T223000Z/20271023T080000Z']]).at(-1)).toBe(
      '2027-10-20/2027-10-23',
    )
  })
  test('each occurrence is converted separately when only one of the two clocks changes', () =>
    expect(
      readNights(
        [
          [
            'UID:c',
            'DTSTART;TZID=America/Phoenix:20271029T150000',
            'DTEND;TZID=America/Phoenix:20271030T080000',
            'RRULE:FREQ=DAILY;COUNT=3',
          ],
        ],
        'Europe/Berlin',
      ),
    ).toEqual(['2027-10-30/2027-10-31', '2027-10-31/2027-11-01', '2027-10-31/2027-11-02']))
})
