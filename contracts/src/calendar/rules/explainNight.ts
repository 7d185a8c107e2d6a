import { WEEKDAYS } from '../../kernel/calendarNames.ts'
import {
  addDays,
  addHours,
  nightsBetween,
  weekday,
  type Instant,
  type LocalDate,
} from '../../kernel/dates.ts'
import type { ListingRow } from '../../listing/resource.ts'
import type { Closing } from '../../listing/rules/closing.ts'
import type { ClaimKind } from '../messages.ts'
import type { ClaimRow } from '../resource.ts'
import { expectsGuests } from './nightsFree.ts'

/** Why a night is as it is. `changedBy` and `changedAt` are set where an event made it so. */
export type NightReason = Readonly<{
  code: string
  text: string
  claimId?: string
  rule?: string
  changedBy?: string
  changedAt?: Instant
  fixRoute?: string
}>
export type NightExplanation = Readonly<{
  date: LocalDate
  bookable: boolean
  reasons: readonly NightReason[]
}>

export type NightQuestion = Readonly<{
  date: LocalDate
  listing: Pick<ListingRow, 'id' | 'status' | 'rules' | 'pausedUntil'>
  closing: Closing
  /** Claims of the listing around the date; released ones are left out. */
  claims: readonly ClaimRow[]
  now: Instant
  today: LocalDate
  /** The check-in instant of that date. */
  checkInInstant: Instant
}>

const WORDS: Readonly<Record<ClaimKind, string>> = {
  booking: 'Booked by a guest.',
  request_hold: 'Held for a booking request.',
  owner_stay: 'Blocked for an owner stay.',
  maintenance: 'Blocked for maintenance.',
  photoshoot: 'Blocked for a photo shoot.',
  ical_import: 'Booked in an imported calendar.',
  host_cancellation_hold: 'Blocked after a host cancellation.',
  safety_hold: 'Blocked for safety reasons.',
  staff_hold: 'Blocked by Hearth.',
  seasonal_closed: 'Closed for the season.',
  other: 'Blocked by the host.',
}

const claimReasons = ({ date, claims }: NightQuestion): NightReason[] =>
  claims
    .filter((claim) => claim.state !== 'released' && claim.start <= date && date < claim.end)
    .map((claim) => ({
      code: claim.kind,
      text: WORDS[claim.kind],
      claimId: claim.id,
      changedBy: claim.createdBy,
      changedAt: claim.createdAt,
      fixRoute:
        claim.kind === 'booking' || claim.kind === 'request_hold'
          ? `/bookings/${claim.id}`
          : `/blocks/${claim.id}`,
    }))

/** The free nights around the date: how long a stay over it could be at most. */
const gapAround = (
  date: LocalDate,
  stays: readonly Readonly<{ start: LocalDate; end: LocalDate }>[],
  longest: number,
) => {
  const before = stays.filter((stay) => stay.end <= date).map((stay) => stay.end)
  const after = stays.filter((stay) => stay.start > date).map((stay) => stay.start)
  const start = [...before, addDays(date, -longest)].toSorted().at(-1) ?? date
  const end = [...after, addDays(date, longest + 1)].toSorted()[0] ?? addDays(date, 1)
  return nightsBetween(start, end)
}

const ruleReasons = ({
  date,
  listing,
  closing: { closesOn, takesStays },
  claims,
  now,
  today,
  checkInInstant,
}: NightQuestion): NightReason[] => {
  const { rules } = listing
  const fixRoute = `/listings/${listing.id}`
  const because = (code: string, text: string): NightReason => ({ code, rule: code, text, fixRoute })
  const taken = claims.filter((claim) => claim.state !== 'released')
  const stays = taken.filter((claim) => expectsGuests(claim.kind, claim.importKind))
  const inPrep = stays.some(
    (stay) =>
      (stay.end <= date && date < addDays(stay.end, rules.prepNights)) ||
      (addDays(stay.start, -rules.prepNights) <= date && date < stay.start),
  )
  const day = WEEKDAYS[weekday(date)]
  const closes = takesStays && closesOn !== null && date >= closesOn
  const end = closesOn === null ? [] : [{ start: closesOn, end: closesOn }]
  const paused =
    listing.pausedUntil === null
      ? 'The listing is paused.'
      : `The listing is paused until ${listing.pausedUntil}.`
  return [
    ...(takesStays
      ? []
      : [
          because(
            listing.status === 'paused' ? 'listing_paused' : 'listing_not_live',
            listing.status === 'paused'
              ? paused
              : listing.status === 'delisted'
                ? 'The listing has been removed.'
                : 'The listing isn’t published yet.',
          ),
        ]),
    ...(closes
      ? [because('listing_closes', `The listing closes on ${closesOn}. Stays must end by then.`)]
      : []),
    ...(date < today ? [because('past', 'This night is in the past.')] : []),
    ...(inPrep
      ? [
          because(
            'prep_time',
            (rules.prepNights === 1 ? 'One night' : `${rules.prepNights} nights`) +
              ' between stays for preparation.',
          ),
        ]
      : []),
    ...(!closes && gapAround(date, [...taken, ...end], rules.minNights) < rules.minNights
      ? [because('min_nights', `The gap is shorter than the minimum stay of ${rules.minNights} nights.`)]
      : []),
    ...(date >= today && addHours(now, rules.advanceNoticeHours) > checkInInstant
      ? [
          because(
            'advance_notice',
            rules.advanceNoticeHours === 0
              ? 'Check-in has passed.'
              : `Bookings need ${rules.advanceNoticeHours} hours’ notice.`,
          ),
        ]
      : []),
    ...(date > addDays(today, rules.bookingWindowDays)
      ? [because('booking_window', `Bookings open ${rules.bookingWindowDays} days in advance.`)]
      : []),
    ...(rules.closedToArrival.includes(weekday(date))
      ? [because('closed_to_arrival', `No check-in on ${day}.`)]
      : []),
  ]
}

/** A closed arrival day still lets a stay run over the night; everything else closes it. */
const closesNight = (reason: NightReason) => reason.code !== 'closed_to_arrival'

/**
 * Why a night can or cannot be booked: claims first, then rules (docs/domain/calendar.md#explaining-a-night).
 * Pure; the query service adds nothing.
 */
export const explainNight = (question: NightQuestion): NightExplanation => {
  const claimed = claimReasons(question)
  const reasons = [...claimed, ...(claimed.length > 0 ? [] : ruleReasons(question))]
  return { date: question.date, bookable: !reasons.some(closesNight), reasons }
}
