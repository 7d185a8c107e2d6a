import type { RequestListener } from 'node:http'
import type { Span } from '@hearth/contracts/calendar'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { createCalendar, entryLines } from '../feedServer.ts'

/** An answer that an honest feed suddenly gives; `beside`: nights of an honest entry in it. */
export type Hostile = Readonly<{ name: string; answer: RequestListener | string; beside?: Span }>

const RULES = [
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYHOUR=10',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=DAILY;COUNT=999999999',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO',
  'FREQ=WEEKLY;BYDAY=MO,TU;COUNT=1000000',
  `FREQ=YEARLY;BYMONTHDAY=${Array.from({ length: 4_000 }, () => '31').join(',')}1`,
  'FREQ=YEARLY;BYWEEKNO=53',
  'FREQ=YEARLY;BYYEARDAY=366',
  'FREQ=MONTHLY;BYDAY=9MO',
  'FREQ=NEVER',
  'INTERVAL=1',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=DAILY;UNTIL=99999999T999999Z',
  'FREQ=DAILY;__PROTO__=1',
]

/** A zone whose clock changes by this rule. */
const zone = (rule: string, offset = '+0100') => [
  'BEGIN:VTIMEZONE',
  'TZID:Own',
  'BEGIN:STANDARD',
  'DTSTART:19020203T000000',
  'TZOFFSETFROM:+0000',
  `TZOFFSETTO:${offset}`,
  `RRULE:${rule}`,
  'END:STANDARD',
  'END:VTIMEZONE',
]
const ZONES = [
  zone('FREQ=SECONDLY'),
  zone('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=999999'),
  zone('FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO'),
  zone('FREQ=YEARLY', 'noon'),
  ['BEGIN:VTIMEZONE', 'TZID:Own', 'END:VTIMEZONE'],
  ['BEGIN:VTIMEZONE', 'TZID:Own', 'nonsense', 'END:VTIMEZONE'],
]

/** Answers with one entry that cannot be understood, beside a reservation that can. */
export const createHostileEntries = (from: LocalDate): readonly Hostile[] => {
  const beside = { start: addDays(from, 10), end: addDays(from, 13) }
  const honest = entryLines('honest', beside.start, beside.end)
  const start = from.replaceAll('-', '')
  const entry = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:h', ...lines, 'END:VEVENT']
  const besideStay = (name: string, lines: readonly string[], frame: readonly string[] = []): Hostile => ({
    name,
    beside,
    answer: createCalendar(frame, entry(...lines), honest),
  })
  return [
    ...RULES.map((rule) =>
      besideStay(`rule ${rule.slice(0, 60)}`, ['DTSTART;VALUE=DATE:19020203', `RRULE:${rule}`]),
    ),
    ...ZONES.map((frame, index) => besideStay(`zone ${index}`, [`DTSTART;TZID=Own:${start}T120000`], frame)),
    besideStay('a zone of the moon', [`DTSTART;TZID=Moon/Tranquility:${start}T120000`]),
    besideStay('a zone of a thousand characters', [`DTSTART;TZID=${'A/'.repeat(500)}:${start}T120000`]),
    besideStay('no start', ['SUMMARY:Reserved']),
    besideStay('an end before its start', [`DTSTART;VALUE=DATE:${start}`, 'DTEND;VALUE=DATE:20200101']),
    besideStay('a 31st of February', ['DTSTART;VALUE=DATE:20300231']),
    besideStay('a line without a name', [`DTSTART;VALUE=DATE:${start}`, 'nonsense']),
    besideStay('a property without its value', [`DTSTART;VALUE=DATE:${start}`, 'ATTACH;FMTTYPE:']),
    {
      name: 'a thousand endless rules',
      answer: createCalendar(
        ...Array.from({ length: 1_000 }, () =>
          entry('DTSTART;VALUE=DATE:19020203', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=1000000'),
        ),
        honest,
      ),
      beside,
    },
  ]
}
