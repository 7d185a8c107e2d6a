import type { CalendarCommand } from '@hearth/contracts/calendar'
import type { FetchOutcome } from '@hearth/contracts/ical-feed'
import { describe, expect, test } from 'vitest'
import type { ImportedClaim } from '../calendar/importDifferences.ts'
import type { Handle } from '../runtime/outcome.ts'
import { applyFetched } from './fetchAttempt.ts'
import { BERLIN, readBody, TODAY } from './reading/testing/calendars.ts'

/** Three reservations, one without an id, in a zone that only the file knows; parts that are not read. */
const LINES = [
  'BEGIN:VCALENDAR',
  'PRODID:-//Test//EN',
  'VERSION:2.0',
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:STANDARD',
  'DTSTART:20201025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20210328T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'BEGIN:VALARM',
  'TRIGGER:-PT15M',
  'END:VALARM',
  'UID:a',
  'DTSTART;TZID=Office:20260814T150000',
  'BEGIN:VALARM',
  'TRIGGER:-P1D',
  'DURATION:PT15M',
  'END:VALARM',
  'DTEND;TZID=Office:20260818T100000',
  'SUMMARY:Reserved',
  'END:VEVENT',
  'BEGIN:VTODO',
  'UID:todo',
  'DTSTART;VALUE=DATE:20260901',
  'END:VTODO',
  'BEGIN:VEVENT',
  'UID:b',
  'DTSTART;VALUE=DATE:20260610',
  'DTEND;VALUE=DATE:20260614',
  'SUMMARY:Reserved',
  'DESCRIPTION:A long text that goes on in the next',
  '  line',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20260920',
  'DTEND;VALUE=DATE:20260925',
  'SUMMARY:Reserved',
  'END:VEVENT',
  'END:VCALENDAR',
]
const write = (lines: readonly string[]) => lines.join('\r\n')
const FEED_ID = 'f'
const standing = readBody(write(LINES)).entries.map(({ uid, kind, start, end }, index): ImportedClaim => ({
  claimId: `c${index}`,
  kind: 'ical_import',
  state: 'committed',
  note: null,
  origin: { feedId: FEED_ID, uid, importKind: kind },
  start,
  end,
}))
const listNights = (entries: readonly Readonly<{ start: string; end: string }>[]) =>
  entries.map(({ start, end }) => `${start}/${end}`).toSorted()

/** What a fetch of this body leads to, with all reservations in the calendar. */
const apply = async (body: string) => {
  let outcome: FetchOutcome | undefined
  let applied: readonly string[] | undefined
  const handle: Handle = async ({ type, data }) => {
    if (type === 'RecordFetch') outcome = (data as Readonly<{ outcome: FetchOutcome }>).outcome
    if (type === 'ApplyIcalSnapshot')
      applied = listNights((data as Extract<CalendarCommand, { type: 'ApplyIcalSnapshot' }>['data']).entries)
    const at = { stream: '', tenantId: '', revision: 0n, commit: 0n }
    return { kind: 'accepted', id: FEED_ID, ...at, events: [] }
  }
  const feed = {
    status: 'active',
    listingId: 'l',
    hostAccountId: 'h',
    name: 'Other',
    url: 'https://calendars.example.test/a.ics',
    health: 'ok',
    problem: null,
    attempts: 0,
    contentHash: 'before',
    trusted: false,
    unread: { total: 3, count: 0, entries: [], noticed: [], noticedAt: null },
    requestId: null,
  } as const
  const checks = { succeeded: async () => undefined, failed: async () => undefined }
  const at = { id: 'attempt', at: `${TODAY}T10:00:00.000Z`, today: TODAY, feedId: FEED_ID }
  await applyFetched(
    { handle, checks },
    { ...at, feed, listing: BERLIN, standing },
    { kind: 'body', body, etag: null, lastModified: null },
  )
  return { outcome, applied }
}
const without = (...indexes: readonly number[]) => LINES.filter((_line, index) => !indexes.includes(index))
const isMark = (index: number) => /^(?:BEGIN|END):/.test(LINES[index] ?? '')
const marks = LINES.flatMap((_line, index) => (isMark(index) ? [index] : []))

/** The feed is refused with a reason, or says what it leaves out; every reservation stays. */
const expectNothingLost = async (name: string, body: string): Promise<void> => {
  const { outcome, applied } = await apply(body)
  if (outcome?.kind === 'refused')
    return expect([name, applied, outcome.problem]).toEqual([name, undefined, expect.any(String)])
  expect([name, outcome?.kind, applied]).toEqual([name, 'fetched', listNights(standing)])
}

describe('a feed of which something is missing', () => {
  test('keeps its reservations when nothing is missing', async () => {
    expect(listNights(standing)).toEqual([
      '2026-06-10/2026-06-14',
      '2026-08-14/2026-08-18',
      '2026-09-20/2026-09-25',
    ])
    expect(await apply(write(LINES))).toMatchObject({
      outcome: { kind: 'fetched', entries: 3, unread: { total: 3, count: 0 } },
      applied: listNights(standing),
    })
  })
  test('is refused as a whole when it is cut off after any line, or within it', async () => {
    for (const [index, line] of LINES.entries())
      for (const kept of [0, Math.ceil(line.length / 2), line.length]) {
        const body = write([...LINES.slice(0, index), line.slice(0, kept)])
        if (body === write(LINES)) continue
        expect([index, kept, await apply(body)]).toEqual([
          index,
          kept,
          {
            outcome: {
              kind: 'refused',
              problem: /^BEGIN:VCALENDAR\r\n./.test(body) ? 'cut_off' : 'not_a_calendar',
              standing: standing.length,
            },
            applied: undefined,
          },
        ])
      }
  })
  test('is refused as a whole when an end follows where it was cut off within an entry or a zone', async () => {
    const open: string[] = []
    for (const [index, line] of LINES.entries()) {
      if (line.startsWith('BEGIN:')) open.push(line.slice(6))
      if (line.startsWith('END:')) open.pop()
      if (!open.includes('VEVENT') && !open.includes('VTIMEZONE')) continue
      const { outcome, applied } = await apply(write([...LINES.slice(0, index + 1), 'END:VCALENDAR']))
      expect([index, outcome, applied]).toMatchObject([
        index,
        { kind: 'refused', problem: 'unreadable' },
        undefined,
      ])
    }
  })
  test('loses no reservation when any beginning or end is missing, or two that follow each other', async () => {
    for (const [at, mark] of marks.entries()) {
      await expectNothingLost(`without line ${mark}`, write(without(mark)))
      const next = marks[at + 1] ?? mark
      await expectNothingLost(`without lines ${mark} and ${next}`, write(without(mark, next)))
    }
  })
  test('loses no reservation to an entry that nothing identifies', async () => {
    const [from, to] = [LINES.indexOf('UID:a'), LINES.indexOf('DTSTART;TZID=Office:20260814T150000')]
    await expectNothingLost('without id and day', write(without(from, to)))
  })
  test('names an entry of which a part has lost its end', async () => {
    const end = LINES.lastIndexOf('END:VALARM')
    expect(await apply(write(without(end)))).toMatchObject({
      outcome: {
        kind: 'fetched',
        unread: {
          total: 3,
          count: 1,
          entries: [{ title: 'Reserved', date: '2026-08-14', problem: 'malformed' }],
        },
      },
      applied: listNights(standing),
    })
  })
})
