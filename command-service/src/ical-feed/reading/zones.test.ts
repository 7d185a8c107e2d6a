import { describe, expect, test } from 'vitest'
import { readBody, readNights, writeLines } from './testing/calendars.ts'

/** The zone as Exchange writes it into a file. */
const EXCHANGE_PACIFIC = [
  'BEGIN:VTIMEZONE',
  'TZID:Pacific Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0700',
  'TZOFFSETTO:-0800',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0800',
  'TZOFFSETTO:-0700',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]
const rename = (lines: readonly string[], name: string) =>
  lines.map((line) => line.replace('TZID:Pacific Standard Time', `TZID:${name}`))
const stay = (zone: string, from = '20270610T200000', to = '20270613T150000') => [
  'UID:z',
  `DTSTART;TZID=${zone}:${from}`,
  `DTEND;TZID=${zone}:${to}`,
]
const inLisbon = (zone: string, frame: readonly string[] = []) =>
  readNights([stay(zone)], 'Europe/Lisbon', frame)

describe('the zone of a time (docs/domain/ical-feed.md#zones)', () => {
  test.each([
    'America/Los_Angeles',
    'Pacific Standard Time',
    '"(UTC-08:00) Pacific Time (US & Canada)"',
    '(UTC-08:00) Pacific Time (US & Canada)',
    '/mozilla.org/20050126_1/America/Los_Angeles',
    'US/Pacific',
  ])('is known by the name %s', (zone) => expect(inLisbon(zone)).toEqual(['2027-06-11/2027-06-14']))
  test('is read from the file, as Exchange sends it', () => {
    expect(inLisbon('Pacific Standard Time', EXCHANGE_PACIFIC)).toEqual(['2027-06-11/2027-06-14'])
    expect(inLisbon('Customized Time Zone', rename(EXCHANGE_PACIFIC, 'Customized Time Zone'))).toEqual([
      '2027-06-11/2027-06-14',
    ])
  })
  test.each([
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Berlin'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York'],
    ['"(UTC-07:00) Arizona"', 'America/Phoenix'],
    ['"(UTC+10:00) Canberra, Melbourne, Sydney"', 'Australia/Sydney'],
    ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', 'Asia/Kolkata'],
    ['"(UTC+00:00) Dublin, Edinburgh, Lisbon, London"', 'Europe/London'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['AUS Eastern Standard Time', 'Australia/Sydney'],
    ['GMT-03:00', 'Etc/GMT+3'],
  ])('%s is %s', (name, zone) => {
    for (const [from, to] of [
      ['20270110T163000', '20270112T143000'],
      ['20270710T163000', '20270712T143000'],
    ])
      expect(readNights([stay(name, from, to)], 'Pacific/Auckland')).toEqual(
        readNights([stay(zone, from, to)], 'Pacific/Auckland'),
      )
  })
  test('a definition agrees with the tz database at every hour around a change of the clock', () => {
    const frame = rename(EXCHANGE_PACIFIC, 'Custom')
    for (const day of ['20270313', '20270314', '20271106', '20271107'])
      for (const hour of ['00', '01', '02', '03', '12', '23']) {
        const [from, to] = [`${day}T${hour}3000`, '20271201T100000']
        expect(readNights([stay('Custom', from, to)], 'Asia/Tokyo', frame)).toEqual(
          readNights([stay('America/Los_Angeles', from, to)], 'Asia/Tokyo'),
        )
      }
  })
  test('an entry with an unknown zone is named, and takes no other with it', () => {
    const read = readBody(
      writeLines('-//Test//EN', [
        [...stay('Moon/Tranquility'), 'SUMMARY:From the moon'],
        ['UID:r1', 'DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270305'],
      ]),
    )
    expect(read.entries.map(({ uid }) => uid)).toEqual(['r1'])
    expect(read).toMatchObject({
      total: 2,
      unread: [{ uids: ['z'], title: 'From the moon', date: '2027-06-10', problem: 'time_zone' }],
    })
  })
  test('a definition that cannot be followed leaves its entries unread', () => {
    const endless = rename(EXCHANGE_PACIFIC, 'Endless').map((line) =>
      line.startsWith('RRULE') ? 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=99999' : line,
    )
    expect(
      readBody(writeLines('-//Test//EN', [stay('Endless')], endless)).unread.map(({ problem }) => problem),
    ).toEqual(['time_zone'])
  })
})
