import { WEEKDAYS } from '../../kernel/calendarNames.ts'
import {
  addDays,
  addHours,
  listNights,
  nightsBetween,
  weekday,
  type Instant,
  type LocalDate,
} from '../../kernel/dates.ts'
import type { NightOverrideRow } from '../../listing/nightOverrideResource.ts'
import type { NightChange } from '../../listing/rules/nightHistory.ts'
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
/** The answer of the query service: with how the night's price and rules changed, the newest first. */
export type ExplainedNight = NightExplanation & Readonly<{ history: readonly NightChange[] }>

export type NightQuestion = Readonly<{
  date: LocalDate
  listing: Pick<ListingRow, 'id' | 'status' | 'rules' | 'pausedUntil'>
  closing: Closing
  /** The overrides of nights around the date, by date. */
  overrides: Readonly<Record<LocalDate, NightOverrideRow>>
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

/**
 * Whether a stay over the date fits between the claims around it: one that begins on some day up to the date
 * and has the minimum of nights of that day.
 */
const fitsAround = (
  date: LocalDate,
  stays: readonly Readonly<{ start: LocalDate; end: LocalDate }>[],
  minimumAt: (arrival: LocalDate) => number,
  longest: number,
) => {
  const before = stays.filter((stay) => stay.end <= date).map((stay) => stay.end)
  const after = stays.filter((stay) => stay.start > date).map((stay) => stay.start)
  const start = [...before, addDays(date, -longest)].toSorted().at(-1) ?? date
  const end = [...after, addDays(date, longest + 1)].toSorted()[0] ?? addDays(date, 1)
  return listNights(start, addDays(date, 1)).some(
    (arrival) => nightsBetween(arrival, end) >= minimumAt(arrival),
  )
}

/** The minimum of nights, where no stay over the date is long enough. */
const minimumReasons = (
  { date, listing, overrides }: NightQuestion,
  taken: readonly Readonly<{ start: LocalDate; end: LocalDate }>[],
  because: (code: string, text: string) => NightReason,
): NightReason[] => {
  const { minNights } = listing.rules
  const own = overrides[date]
  const minimums = Object.values(overrides).map((override) => override.minNights ?? minNights)
  const minimumAt = (arrival: LocalDate) => overrides[arrival]?.minNights ?? minNights
  if (fitsAround(date, taken, minimumAt, Math.max(minNights, ...minimums))) return []
  const minimum = minimumAt(date)
  const text = `The gap is shorter than the minimum stay of ${minimum} nights.`
  return [own?.minNights == null ? because('min_nights', text) : ofOverride(own, 'min_nights', text)]
}

/** What the host set for this night alone; the override says who and when. */
const ofOverride = ({ changedBy, changedAt }: NightOverrideRow, code: string, text: string): NightReason => ({
  code,
  text,
  changedBy,
  changedAt,
})

/** No arrival on this date, by its override or by the rule for its weekday. */
const arrivalReasons = (
  { date, listing: { rules }, overrides }: NightQuestion,
  because: (code: string, text: string) => NightReason,
): NightReason[] => {
  const own = overrides[date]
  if (own?.closedToArrival != null)
    return own.closedToArrival ? [ofOverride(own, 'closed_to_arrival', 'No check-in on this day.')] : []
  return rules.closedToArrival.includes(weekday(date))
    ? [because('closed_to_arrival', `No check-in on ${WEEKDAYS[weekday(date)]}.`)]
    : []
}

const ruleReasons = (question: NightQuestion): NightReason[] => {
  const { date, listing, closing, claims, now, today, checkInInstant } = question
  const { closesOn, takesStays } = closing
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
    ...(closes ? [] : minimumReasons(question, [...taken, ...end], because)),
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
    ...arrivalReasons(question, because),
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
