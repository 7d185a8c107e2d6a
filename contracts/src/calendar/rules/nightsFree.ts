import { addDays, overlaps, type LocalDate } from '../../kernel/dates.ts'
import { OVERLAPPING_KINDS, type ClaimKind, type ImportKind } from '../messages.ts'

export type Span = Readonly<{ start: LocalDate; end: LocalDate }>
/** Nights that something takes; released claims are not passed in. */
export type TakenNights = Span &
  Readonly<{ claimId: string; kind: ClaimKind; origin?: Readonly<{ importKind: ImportKind }> }>
/** Why nights are not free, without names: a claim's kind, or `prep_time` between two stays. */
export type Conflict = Span & Readonly<{ kind: ClaimKind | 'prep_time' }>

/**
 * Whether guests come: bookings, requests, and reservations of an imported calendar. Preparation nights lie
 * between any two of them (docs/domain/calendar.md#claims).
 */
export const expectsGuests = (kind: ClaimKind, importKind: ImportKind | null | undefined): boolean =>
  kind === 'booking' || kind === 'request_hold' || (kind === 'ical_import' && importKind === 'reserved')

/**
 * What conflicts with a new claim; empty means free. A held claim takes its nights until it is released, even
 * after its hold expired. Imported and safety holds may lie over others; two stays keep `prepNights` apart,
 * imported reservations included; blocks ignore them (docs/domain/calendar.md#claims).
 */
export const nightsFree = (
  taken: readonly TakenNights[],
  wanted: Span & Readonly<{ kind: ClaimKind }>,
  { prepNights = 0, ignore }: Readonly<{ prepNights?: number; ignore?: string }> = {},
): Conflict[] => {
  if (OVERLAPPING_KINDS.includes(wanted.kind)) return []
  return taken.flatMap((claim): Conflict[] => {
    if (claim.claimId === ignore) return []
    if (overlaps(claim, wanted)) return [{ kind: claim.kind, start: claim.start, end: claim.end }]
    if (prepNights === 0 || !expectsGuests(claim.kind, claim.origin?.importKind)) return []
    if (!expectsGuests(wanted.kind, null)) return []
    const after = { start: claim.end, end: addDays(claim.end, prepNights) }
    const before = { start: addDays(claim.start, -prepNights), end: claim.start }
    return [after, before]
      .filter((gap) => overlaps(gap, wanted))
      .map((gap) => ({ kind: 'prep_time', ...gap }))
  })
}
