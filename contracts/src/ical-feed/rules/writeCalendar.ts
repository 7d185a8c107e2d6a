import ICAL from 'ical.js'
import type { ClaimRow } from '../../calendar/resource.ts'
import { expectsGuests } from '../../calendar/rules/nightsFree.ts'
import { addDays, listNights, type LocalDate } from '../../kernel/dates.ts'
import { formatUid } from './ownUid.ts'

/** What the export shows of a claim: nights, and whether guests come. No name, no note. */
export type ExportedClaim = Pick<
  ClaimRow,
  'id' | 'kind' | 'state' | 'start' | 'end' | 'createdAt' | 'importKind'
> &
  Readonly<{ /** Grows with every change. */ revision: number }>

const PRODUCT = '-//Hearth//Hosting Calendar 1.0//EN'
const MAX_OCTETS = 75
const SECONDS_LENGTH = '2026-01-01T00:00:00'.length

// Imports are not exported again: two calendars that follow each other would keep each other's nights taken
// for good.
const isGivenOut = ({ kind, state }: ExportedClaim) =>
  kind !== 'ical_import' && (state === 'committed' || (state === 'held' && kind === 'request_hold'))
/** A calendar or a part of it in jCal form (RFC 7265), which the library writes. */
type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: unknown,
]
type Component = readonly [name: string, properties: readonly Property[], parts: readonly Component[]]

/** A component for a calendar without entries: it must have one (RFC 5545 §3.6). */
const UTC: Component = [
  'vtimezone',
  [['tzid', {}, 'text', 'UTC']],
  [
    [
      'standard',
      [
        ['dtstart', {}, 'date-time', '1970-01-01T00:00:00'],
        ['tzoffsetfrom', {}, 'utc-offset', '+00:00'],
        ['tzoffsetto', {}, 'utc-offset', '+00:00'],
      ],
      [],
    ],
  ],
]

/**
 * The free nights before and after stays that are kept for preparation, as blocks of their own; other platforms
 * do not know the setting. Those of imported reservations are among them, although the reservations are not.
 */
const listPreparation = (
  claims: readonly ExportedClaim[],
  prepNights: number,
  today: LocalDate,
): readonly ExportedClaim[] => {
  const active = claims.filter(({ state }) => state !== 'released')
  const taken = new Set(active.flatMap(({ start, end }) => listNights(start, end)))
  const nights = new Map<LocalDate, ExportedClaim>()
  for (const claim of active) {
    const isStay = expectsGuests(claim.kind, claim.importKind)
    if (!isStay || !(isGivenOut(claim) || claim.kind === 'ical_import')) continue
    const around = [
      ...listNights(addDays(claim.start, -prepNights), claim.start),
      ...listNights(claim.end, addDays(claim.end, prepNights)),
    ]
    for (const night of around) if (night >= today && !taken.has(night)) nights.set(night, claim)
  }
  return [...nights].map(([start, { createdAt, revision }]) => ({
    id: `prep-${start}`,
    kind: 'other',
    state: 'committed',
    start,
    end: addDays(start, 1),
    createdAt,
    importKind: null,
    revision,
  }))
}

const describeClaim = ({ kind }: ExportedClaim) =>
  kind === 'booking' || kind === 'request_hold' ? 'Reserved' : 'Not available'

const writeLines = ([name, properties, parts]: Component): readonly string[] => [
  `BEGIN:${name.toUpperCase()}`,
  ...properties.map((each) => ICAL.stringify.property([...each], ICAL.design.defaultSet, true)),
  ...parts.flatMap(writeLines),
  `END:${name.toUpperCase()}`,
]

// The library's own folds are lines of 76 octets. All of it is ASCII, so a character is an octet.
const fold = (line: string): string => {
  const parts = [line.slice(0, MAX_OCTETS)]
  for (let at = MAX_OCTETS; at < line.length; at += MAX_OCTETS - 1)
    parts.push(line.slice(at, at + MAX_OCTETS - 1))
  return parts.join('\r\n ')
}

/**
 * A listing's taken nights as a calendar (RFC 5545): what other platforms import. The same claims give the
 * same bytes; what is over is left out.
 */
export const writeCalendar = (
  claims: readonly ExportedClaim[],
  {
    listingId,
    domain,
    today,
    prepNights,
  }: Readonly<{
    listingId: string
    /** The host of our own address. */
    domain: string
    today: LocalDate
    prepNights: number
  }>,
): string => {
  const events = [...claims, ...listPreparation(claims, prepNights, today)]
    .filter((claim) => isGivenOut(claim) && claim.end > today)
    .toSorted((a, b) => (a.start < b.start || (a.start === b.start && a.id < b.id) ? -1 : 1))
    .map((claim): Component => [
      'vevent',
      [
        ['uid', {}, 'text', formatUid(claim.id, listingId, domain)],
        ['dtstamp', {}, 'date-time', `${claim.createdAt.slice(0, SECONDS_LENGTH)}Z`],
        ['sequence', {}, 'integer', claim.revision],
        ['dtstart', {}, 'date', claim.start],
        ['dtend', {}, 'date', claim.end],
        ['summary', {}, 'text', describeClaim(claim)],
      ],
      [],
    ])
  const calendar: Component = [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', PRODUCT],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['refresh-interval', {}, 'duration', 'PT15M'],
      ['x-published-ttl', {}, 'unknown', 'PT15M'],
    ],
    events.length === 0 ? [UTC] : events,
  ]
  return [...writeLines(calendar), ''].map(fold).join('\r\n')
}
