import type { ClaimRow } from '../../calendar/resource.ts'
import { expectsGuests } from '../../calendar/rules/nightsFree.ts'
import { addDays, listNights, type LocalDate } from '../../kernel/dates.ts'

/** What the export shows of a claim: nights, and whether guests come. No name, no note. */
export type ExportedClaim = Pick<
  ClaimRow,
  'id' | 'kind' | 'state' | 'start' | 'end' | 'createdAt' | 'importKind'
> &
  Readonly<{ /** Grows with every change. */ revision: number }>

const PRODUCT = '-//Hearth//Hosting Calendar 1.0//EN'
const MAX_OCTETS = 75

/** Ours in other calendars: `<claim>.<listing>@ical.<host>`; a listing knows its own when they come back. */
const formatUid = (claimId: string, listingId: string, domain: string) =>
  `${claimId}.${listingId}@ical.${domain}`
/** Whether an entry is one that this listing gave out itself (docs/domain/ical-feed.md#export). */
export const isOwnUid = (uid: string, listingId: string): boolean => uid.includes(`.${listingId}@ical.`)

// Imports are not exported again: two calendars that follow each other would keep each other's nights taken
// for good.
const isGivenOut = ({ kind, state }: ExportedClaim) =>
  kind !== 'ical_import' && (state === 'committed' || (state === 'held' && kind === 'request_hold'))
/** A component for a calendar without entries: it must have one (RFC 5545 §3.6). */
const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
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

const compact = (text: string) => text.replaceAll(/[-:]|\.\d{3}/g, '')

// All of it is ASCII, so a character is an octet.
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
    .flatMap((claim) => [
      'BEGIN:VEVENT',
      `UID:${formatUid(claim.id, listingId, domain)}`,
      `DTSTAMP:${compact(claim.createdAt)}`,
      `SEQUENCE:${claim.revision}`,
      `DTSTART;VALUE=DATE:${compact(claim.start)}`,
      `DTEND;VALUE=DATE:${compact(claim.end)}`,
      `SUMMARY:${describeClaim(claim)}`,
      'END:VEVENT',
    ])
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ]
  return [...head, ...(events.length === 0 ? UTC : events), 'END:VCALENDAR', ''].map(fold).join('\r\n')
}
