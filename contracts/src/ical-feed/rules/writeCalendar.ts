import type { ClaimRow } from '../../calendar/resource.ts'
import type { LocalDate } from '../../kernel/dates.ts'

/** What the export shows of a claim: nights, and whether guests come. No name, no note. */
export type ExportedClaim = Pick<ClaimRow, 'id' | 'kind' | 'state' | 'start' | 'end' | 'createdAt'> &
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
  }: Readonly<{ listingId: string; /** The host of our own address. */ domain: string; today: LocalDate }>,
): string => {
  const events = claims
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
  return [...head, ...events, 'END:VCALENDAR', ''].map(fold).join('\r\n')
}
