import { describe, expect, test } from 'vitest'
import { readCalendar } from './readCalendar.ts'
import { BERLIN, formatNights, readBody, TODAY, writeLines } from './testing/calendars.ts'

const RESERVED = ['UID:r1', 'DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270305', 'SUMMARY:Reserved']
/** What is said of an entry beside one that is understood. */
const unread = (lines: readonly string[]) => {
  const read = readBody(writeLines('-//Test//EN', [lines, RESERVED]))
  expect(formatNights(read.entries)).toEqual(['2027-03-01/2027-03-05'])
  return read.unread
}

describe('an entry that is not understood (docs/domain/ical-feed.md#entries-that-are-not-understood)', () => {
  test.each([
    ['malformed', ['DTSTART;VALUE=DATE:20260814', 'this is no property']],
    ['malformed', ['DTSTART;VALUE=DATE:20260814', 'ATTACH;X:y']],
    ['dates', ['DTSTART;VALUE=DATE:20260814', 'DTEND;VALUE=DATE:20260931']],
    ['dates', ['DTSTART;VALUE=DATE:20260814', 'DTEND;VALUE=DATE:20260812']],
    ['dates', ['DTSTART;VALUE=DATE:20260814', 'DURATION:two days']],
    ['dates', ['DTSTART;VALUE=DATE:20260814', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:tomorrow']],
    ['time_zone', ['DTSTART;TZID=Mars:20260814T100000']],
    ['time_zone', ['DTSTART:20260814T100000Z', 'DTEND;TZID=Mars:20260816T100000']],
    ['time_zone', ['DTSTART:20260814T100000Z', 'RRULE:FREQ=DAILY', 'EXDATE;TZID=Mars:20260816T100000']],
    ...[
      'FREQ=SECONDLY',
      'FREQ=HOURLY;INTERVAL=24',
      'FREQ=WEEKLY;BYDAY=XX',
      'FREQ=WEEKLY;BYDAY=1MO',
      'FREQ=DAILY;BYHOUR=10',
      'FREQ=YEARLY;BYWEEKNO=53',
      'FREQ=YEARLY;BYYEARDAY=366',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;COUNT=-1',
      'FREQ=DAILY;UNTIL=someday',
      'FREQ=NEVER',
      'INTERVAL=1',
      'RSCALE=HEBREW;FREQ=YEARLY',
    ].map((rule): [string, string[]] => ['repetition', ['DTSTART;VALUE=DATE:20260814', `RRULE:${rule}`]]),
    ['repetition', ['DTSTART;VALUE=DATE:20260814', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY']],
    ['repetition', ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260814T100000Z', 'DTSTART;VALUE=DATE:20260814']],
  ])('%s: %j is named and takes no other with it', (problem, lines) =>
    expect(unread(['UID:x', 'SUMMARY:Fam. Müller\\, 2 Kinder', ...lines])).toEqual([
      { uids: ['x'], title: expect.stringContaining('Fam. Müller'), date: '2026-08-14', problem },
    ]),
  )
  test('without a start, a title or an id is named by what it has', () => {
    expect(unread(['SUMMARY:Reserved'])).toEqual([
      { uids: [], title: 'Reserved', date: null, problem: 'dates' },
    ])
    expect(unread(['DTSTART;VALUE=DATE:20260231', `SUMMARY:${'🏠'.repeat(300)}`])[0]?.title).toBe(
      '🏠'.repeat(100),
    )
  })
  test('that two entries have become without their border is named with both ids', () => {
    const over = ['UID:x', 'DTSTART;VALUE=DATE:20260401', 'DTEND;VALUE=DATE:20260405', 'SUMMARY:Over']
    const next = ['UID:y', 'DTSTART;VALUE=DATE:20260901', 'DTEND;VALUE=DATE:20260905']
    expect(unread([...over, ...next])).toEqual([
      { uids: ['x', 'y'], title: 'Over', date: '2026-04-01', problem: 'malformed' },
    ])
    expect(readBody(writeLines('-//Test//EN', [[...next, 'UID:y']]))).toMatchObject({
      entries: [{ uid: 'y' }],
      unread: [],
    })
  })
  test.each([
    [['DTSTART;TZID=Mars:20260501T100000', 'DTEND;TZID=Mars:20260503T100000']],
    [['DTSTART;VALUE=DATE:20250101', 'RRULE:FREQ=HOURLY;UNTIL=20250301']],
    [['DTSTART;TZID=Mars:20260814T100000', 'STATUS:CANCELLED']],
    [['DTSTART;TZID=Mars:20260814T100000', 'TRANSP:TRANSPARENT']],
  ])('is left out when it is over or takes no nights: %j', (lines) =>
    expect(unread(['UID:x', ...lines])).toEqual([]),
  )
})

describe('what is present and what is missing', () => {
  test('a reservation is read although a line of the one before misses its fold', () => {
    const read = readBody(
      writeLines('-//Test//EN', [
        [
          'UID:a',
          'DTSTART;VALUE=DATE:20260814',
          'DTEND;VALUE=DATE:20260817',
          'LOCATION:12 Canyon Road\\, Unit 3\\,',
          'Santa Fe\\, NM 87501',
          'SUMMARY:Reserved',
        ],
        RESERVED,
      ]),
    )
    expect(read).toMatchObject({ unread: [], entries: [{ kind: 'reserved' }, { kind: 'reserved' }] })
    expect(formatNights(read.entries)).toEqual(['2026-08-14/2026-08-17', '2027-03-01/2027-03-05'])
  })
  test.each(['<!-- served in 12 ms -->', '\r\n<!-- a -->\r\n<!-- b\r\nEND:VEVENT -->\r\n', '\n\n'])(
    'a calendar is whole although %j follows its end',
    (tail) =>
      expect(readBody(writeLines('-//Test//EN', [RESERVED]).trimEnd() + tail).entries).toHaveLength(1),
  )
  test.each(['<script>1</script>', '<!-- open', 'BEGIN:VEVENT'])(
    'a calendar with %j after its end is not',
    (tail) =>
      expect(readCalendar(writeLines('-//Test//EN', [RESERVED]) + tail, BERLIN, TODAY)).toEqual({
        ok: false,
        problem: 'cut_off',
      }),
  )
  test('an entry without its end is a part that is missing: nothing is applied', () => {
    const whole = writeLines('-//Test//EN', [RESERVED, RESERVED])
    expect(readCalendar(whole.replace('END:VEVENT\r\n', ''), BERLIN, TODAY)).toEqual({
      ok: false,
      problem: 'unreadable',
    })
  })
})

describe('three entries for one stay', () => {
  const day = (title: string, date: string) => [
    'UID:' + title,
    `DTSTART;VALUE=DATE:${date}`,
    `SUMMARY:${title}`,
  ]
  const whole = ['UID:stay', 'DTSTART;VALUE=DATE:20260814', 'DTEND;VALUE=DATE:20260817', 'SUMMARY:Miller']
  test('the day of departure stays free', () =>
    expect(
      formatNights(
        readBody(
          writeLines('-//Test//EN', [
            day('Check-in Miller', '20260814'),
            day('Check-out Miller', '20260817'),
            whole,
          ]),
        ).entries,
      ),
    ).toEqual(['2026-08-14/2026-08-17']))
  test('without the stay a day takes its night', () =>
    expect(
      formatNights(readBody(writeLines('-//Test//EN', [day('Abreise', '20260820'), whole])).entries),
    ).toEqual(['2026-08-14/2026-08-17', '2026-08-20/2026-08-21']))
})
