import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCalendar } from './readCalendar.ts'
import { BERLIN, formatNights, readBody, TODAY, writeLines } from './testing/calendars.ts'

const RESERVED = ['UID:r1', 'DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270305', 'SUMMARY:Reserved']
const NIGHTS = ['2027-03-01/2027-03-05']

/** Lines as tasks, alarms and the like may contain them, broken ones included. */
const lines = fc.array(
  fc.oneof(
    fc.constantFrom(
      'UID:todo',
      'DTSTART;VALUE=DATE:20270401',
      'DTEND;VALUE=DATE:20270409',
      'SUMMARY:Not read',
      'RRULE:FREQ=NEVER',
      'ATTACH;X:y',
      'X_ODD;A="b:c',
      'not a property at all',
      'BEGIN:VALARM',
      'END:VALARM',
      'BEGIN:VTODO',
      'BEGIN:X-OTHER',
      'END:X-OTHER',
      `ATTACH;ENCODING=BASE64:${'QUJD'.repeat(6_000)}`,
    ),
    fc
      .stringMatching(/^[!-~][ -~]{0,39}$/)
      .filter((line) => !/^(?:BEGIN|END):V(?:EVENT|CAL|TIMEZ)/i.test(line.trim())),
  ),
  { maxLength: 12 },
)
const part = fc.record({
  name: fc.constantFrom('VTODO', 'VJOURNAL', 'VFREEBUSY', 'VALARM', 'X-WR-THING', 'VAVAILABILITY'),
  lines,
})
type Part = Readonly<{ name: string; lines: readonly string[] }>
const write = ({ name, lines: content }: Part) => [
  `BEGIN:${name}`,
  ...content.filter((line) => line.trim().toUpperCase() !== `END:${name}`),
  `END:${name}`,
]
/** Parts nest in each other, so what is open inside a part must not reach beyond it. */
const balance = (content: readonly string[], name: string) =>
  content.filter((line) => line.trim().toUpperCase() !== `BEGIN:${name}`)
const whole = part.map(({ name, lines: content }) => write({ name, lines: balance(content, name) }))

describe('parts that are not read', () => {
  test('change nothing between the entries, whatever they contain', () =>
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 4 }), (parts) => {
        const read = readBody(writeLines('-//Test//EN', [RESERVED], parts.flat()))
        expect([formatNights(read.entries), read.unread, read.total]).toEqual([NIGHTS, [], 1])
      }),
      { numRuns: 300 },
    ))
  test('change nothing inside an entry', () =>
    fc.assert(
      fc.property(whole, fc.nat({ max: RESERVED.length }), (parts, at) => {
        const read = readBody(
          writeLines('-//Test//EN', [[...RESERVED.slice(0, at), ...parts, ...RESERVED.slice(at)]]),
        )
        expect([formatNights(read.entries), read.unread]).toEqual([NIGHTS, []])
      }),
      { numRuns: 300 },
    ))
  test('take no entry with them when they have lost their end', () =>
    fc.assert(
      fc.property(part, (broken) => {
        const open = write(broken).slice(0, -1)
        const read = readBody(writeLines('-//Test//EN', [RESERVED], open))
        expect([formatNights(read.entries), read.unread]).toEqual([NIGHTS, []])
        const last = writeLines('-//Test//EN', [RESERVED]).replace('END:VCALENDAR', '')
        const after = readBody(`${last.trimEnd()}\r\n${open.join('\r\n')}\r\nEND:VCALENDAR\r\n`)
        expect(formatNights(after.entries)).toEqual(NIGHTS)
      }),
      { numRuns: 200 },
    ))
  test('do not count as entries', () => {
    const tasks = Array.from({ length: 3_000 }, () => ['BEGIN:VTODO', 'UID:t', 'END:VTODO']).flat()
    expect(readBody(writeLines('-//Test//EN', [RESERVED], tasks)).total).toBe(1)
  })
  test('that end without having begun make their entry malformed', () => {
    const alarm = ['UID:a', 'DTSTART;VALUE=DATE:20270401', 'TRIGGER:-PT15M', 'DURATION:P9D', 'END:VALARM']
    const read = readBody(writeLines('-//Test//EN', [alarm, RESERVED]))
    expect([formatNights(read.entries), read.unread]).toMatchObject([NIGHTS, [{ problem: 'malformed' }]])
  })
})

describe('lines that are longer than the parser takes', () => {
  const long = 'a'.repeat(30_000)
  test.each([`ATTACH;ENCODING=BASE64;VALUE=BINARY:${long}`, `DESCRIPTION:${long}`])(
    'are left out where nights do not depend on them',
    (line) => {
      const read = readBody(writeLines('-//Test//EN', [[...RESERVED, line]], [line]))
      expect([formatNights(read.entries), read.unread]).toEqual([NIGHTS, []])
    },
  )
  test('make an entry malformed where its nights do', () => {
    const series = ['UID:s', 'DTSTART;VALUE=DATE:20270401', 'RRULE:FREQ=WEEKLY;COUNT=3']
    const read = readBody(writeLines('-//Test//EN', [[...series, `EXDATE:${long}`], RESERVED]))
    expect([formatNights(read.entries), read.unread]).toMatchObject([
      NIGHTS,
      [{ uids: ['s'], problem: 'malformed' }],
    ])
  })
})

describe('what is missing', () => {
  const body = writeLines('-//Test//EN', [RESERVED])
  test.each([
    ['the end of the first of two calendars', body.replace('END:VCALENDAR\r\n', '') + body],
    ['the beginning of an entry', body.replace('BEGIN:VEVENT\r\n', '')],
    ['a calendar around an entry', `${body}BEGIN:VEVENT\r\nEND:VEVENT\r\n${body}`],
    ['properties', body.replace('VERSION:2.0', 'Internal Server Error')],
  ])('is refused as a whole: %s', (_name, text) =>
    expect(readCalendar(text, BERLIN, TODAY)).toEqual({ ok: false, problem: 'unreadable' }),
  )
})
