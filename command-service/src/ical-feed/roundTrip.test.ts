import type { CalendarEvent } from '@hearth/contracts/calendar'
import { writeCalendar, type ExportedClaim } from '@hearth/contracts/ical-feed/writeCalendar'
import { addDays, listNights } from '@hearth/contracts/kernel/dates'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { calendar } from '../calendar/calendar.decider.ts'
import { importDifferences } from '../calendar/importDifferences.ts'
import { evolveBy } from '../runtime/decider.ts'
import { readCalendar } from './reading/readCalendar.ts'

const TODAY = '2026-03-20'
const [HERE, THERE] = ['4923f469-2234-5b6b-b0ff-2fea33808dd8', 'f99830bc-b32e-578d-b665-dfe370189583']
const KINDS = [
  'booking',
  'request_hold',
  'owner_stay',
  'maintenance',
  'safety_hold',
  'host_cancellation_hold',
  'other',
] as const
const serverZone = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = serverZone
})

/** Claims that follow one another with gaps, over two changes of the clock. */
const importClaims = (
  parts: readonly Readonly<{ gap: number; nights: number; kind: (typeof KINDS)[number] }>[],
): ExportedClaim[] => {
  let day = TODAY
  return parts.map(({ gap, nights, kind }, index) => {
    const start = addDays(day, gap)
    day = addDays(start, nights)
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      kind,
      state: kind === 'request_hold' ? 'held' : 'committed',
      start,
      end: day,
      createdAt: '2026-03-01T10:00:00.000Z',
      revision: index,
      importKind: null,
    }
  })
}
const nights = (ranges: readonly Readonly<{ start: string; end: string }>[]) =>
  [...new Set(ranges.flatMap(({ start, end }) => listNights(start, end)))].toSorted()

const imported = (
  body: string,
  listingId: string,
  timezone: string,
): readonly Readonly<{ start: string; end: string }>[] => {
  const read = readCalendar(body, { timezone, checkInTime: '15:00' }, TODAY)
  if (!read.ok) throw new Error(read.problem)
  let count = 0
  const events: CalendarEvent[] = importDifferences(
    calendar.initial,
    { listingId, feedId: 'f', today: TODAY, entries: read.entries },
    () => String((count += 1)),
  )
  const state = events.reduce(
    (sofar, event) => evolveBy<typeof calendar.initial>(calendar, sofar, event, '2026-03-20T12:00:00.000Z'),
    calendar.initial,
  )
  return [...state.claims]
}

describe('our export in another listing', () => {
  const parts = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 20 }),
      nights: fc.integer({ min: 1, max: 40 }),
      kind: fc.constantFrom(...KINDS),
    }),
    { maxLength: 20 },
  )
  test.each(['America/Los_Angeles', 'Europe/Lisbon', 'Asia/Kolkata', 'Pacific/Auckland'])(
    'claims the same nights in %s, whatever the server’s zone',
    (timezone) => {
      fc.assert(
        fc.property(
          parts,
          fc.constantFrom('UTC', 'America/Los_Angeles', 'Africa/Cairo', 'Pacific/Auckland'),
          (each, server) => {
            process.env['TZ'] = server
            const claims = importClaims(each)
            const body = writeCalendar(claims, {
              listingId: HERE,
              domain: 'hearth.example',
              today: TODAY,
              prepNights: 0,
            })
            expect(nights(imported(body, THERE, timezone))).toEqual(nights(claims))
          },
        ),
        { numRuns: 25 },
      )
    },
  )

  const stay: ExportedClaim = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'booking',
    state: 'committed',
    start: '2026-08-14',
    end: '2026-08-17',
    createdAt: '2026-03-01T10:00:00.000Z',
    revision: 7,
    importKind: null,
  }
  const options = { listingId: HERE, domain: 'hearth.example', today: TODAY, prepNights: 0 }
  test('changes nothing in its own listing', () =>
    expect(imported(writeCalendar([stay], options), HERE, 'UTC')).toEqual([]))
  test('contains nights and no personal data, in lines of 75 octets at most', () => {
    const body = writeCalendar([stay], options)
    expect(body).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Hearth//Hosting Calendar 1.0//EN',
        'CALSCALE:GREGORIAN',
        'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
        'X-PUBLISHED-TTL:PT15M',
        'BEGIN:VEVENT',
        'UID:00000000-0000-4000-8000-000000000001.4923f469-2234-5b6b-b0ff-2fea33808d',
        ' d8@ical.hearth.example',
        'DTSTAMP:20260301T100000Z',
        'SEQUENCE:7',
        'DTSTART;VALUE=DATE:20260814',
        'DTEND;VALUE=DATE:20260817',
        'SUMMARY:Reserved',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
    for (const line of body.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75)
  })
  test('is what another reader of the format reads, in lines that end as the format says', () => {
    fc.assert(
      fc.property(parts, fc.stringMatching(/^[a-z0-9-]{1,60}(?:\.[a-z]{2,20}){1,4}$/), (each, domain) => {
        const claims = importClaims(each)
        const body = writeCalendar(claims, { ...options, domain })
        expect(body).toMatch(/^(?:[!-~][ -~]{0,74}\r\n(?: [ -~]{1,74}\r\n)*)+$/)
        expect(writeCalendar(claims.toReversed(), { ...options, domain })).toBe(body)
        const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
        expect(
          events.map((event) =>
            ['uid', 'dtstart', 'dtend'].map((name) => String(event.getFirstPropertyValue(name))),
          ),
        ).toEqual(claims.map(({ id, start, end }) => [`${id}.${HERE}@ical.${domain}`, start, end]))
      }),
      { numRuns: 50 },
    )
  })
  test('leaves out past, released, briefly held and imported nights', () => {
    const others: ExportedClaim[] = [
      { ...stay, end: TODAY, start: '2026-03-10' },
      { ...stay, state: 'released' },
      { ...stay, state: 'held' },
      { ...stay, kind: 'ical_import' },
    ]
    expect(imported(writeCalendar(others, options), THERE, 'UTC')).toEqual([])
  })
  test('has a component even without entries', () => {
    const body = writeCalendar([], options)
    expect(body).toContain('\r\nBEGIN:VTIMEZONE\r\n')
    expect(imported(body, THERE, 'UTC')).toEqual([])
    expect(writeCalendar([stay], options)).not.toContain('VTIMEZONE')
  })
  test('gives out the free nights that stays keep for preparation, each one once', () => {
    const prepared = (claims: readonly ExportedClaim[], prepNights: number) =>
      nights(imported(writeCalendar(claims, { ...options, prepNights }), THERE, 'UTC'))
    expect(prepared([stay], 2)).toEqual(listNights('2026-08-12', '2026-08-19'))
    const next = {
      ...stay,
      id: '00000000-0000-4000-8000-000000000002',
      start: '2026-08-18',
      end: '2026-08-20',
    }
    expect(prepared([stay, next], 1)).toEqual(listNights('2026-08-13', '2026-08-21'))
    const over = { ...stay, start: '2026-03-10', end: TODAY }
    expect(prepared([over], 1)).toEqual([TODAY])
    for (const claim of [
      { ...stay, kind: 'maintenance' },
      { ...stay, kind: 'owner_stay' },
    ] as const)
      expect(prepared([claim], 2)).toEqual(listNights('2026-08-14', '2026-08-17'))
    expect(prepared([{ ...stay, state: 'released' }], 1)).toEqual([])
  })
  test('gives out the preparation nights of imported reservations without their own', () => {
    const reservation = { ...stay, kind: 'ical_import', importKind: 'reserved' } as const
    const body = writeCalendar([reservation], { ...options, prepNights: 1 })
    expect(nights(imported(body, THERE, 'UTC'))).toEqual(['2026-08-13', '2026-08-17'])
    expect(body).not.toContain('Reserved')
    expect(
      writeCalendar([{ ...reservation, importKind: 'blocked' }], { ...options, prepNights: 1 }),
    ).not.toContain('VEVENT')
  })
})
