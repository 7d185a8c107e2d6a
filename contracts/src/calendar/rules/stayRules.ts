import { WEEKDAYS } from '../../kernel/calendarNames.ts'
import {
  addDays,
  addHours,
  nightsBetween,
  listNights,
  weekday,
  type Instant,
  type LocalDate,
} from '../../kernel/dates.ts'
import type { ProblemCode } from '../../kernel/problem.ts'
import type { NightOverrides } from '../../listing/nightOverrides.ts'
import type { AvailabilityRules } from '../../listing/pricing.ts'
import type { Closing } from '../../listing/rules/closing.ts'
import { nightsFree, type Conflict, type Span, type TakenNights } from './nightsFree.ts'

/** One reason why a stay cannot be taken. `rule` is a stable code, `text` says what is allowed. */
export type StayFailure = Readonly<{
  rule: StayRule
  code: ProblemCode
  text: string
  conflicts?: readonly Conflict[]
}>
export type StayRule =
  | 'listing_not_live'
  | 'listing_closes'
  | 'min_nights'
  | 'max_nights'
  | 'closed_to_arrival'
  | 'closed_to_departure'
  | 'advance_notice'
  | 'booking_window'
  | 'annual_cap'
  | 'capacity'
  | 'nights_taken'

export type StayQuestion = Readonly<{
  stay: Span & Readonly<{ kind: 'booking' | 'request_hold' }>
  closing: Closing
  rules: AvailabilityRules
  /** What single nights have instead of the rules. */
  overrides: NightOverrides
  taken: readonly TakenNights[]
  now: Instant
  checkInInstant: Instant
  /** The local date of `now` in the listing's zone. */
  today: LocalDate
  /** Guests who count, and how many fit; left out where the party is not known yet. */
  party?: Readonly<{ guests: number; maxGuests: number }>
  /**
   * Imported and channel bookings skip notice, window, stay-length, arrival-day and cap rules
   * (docs/domain/booking.md#channel-bookings).
   */
  skipRules?: boolean
  /** A claim that is asked about again. */
  ignore?: string
}>

const violation = (rule: StayRule, text: string): StayFailure => ({ rule, code: 'POLICY_VIOLATION', text })

/**
 * Years in which the stay's nights would exceed the cap together with the nights already taken by bookings.
 */
const yearsOverCap = ({ stay, rules, taken, ignore }: StayQuestion): string[] => {
  const cap = rules.annualNightCap
  if (cap === null) return []
  const booked = taken.filter(
    (claim) => claim.claimId !== ignore && (claim.kind === 'booking' || claim.kind === 'request_hold'),
  )
  const nights = [...booked, stay].flatMap((range) =>
    listNights(range.start, range.end).map((date) => date.slice(0, 4)),
  )
  const wanted = new Set(listNights(stay.start, stay.end).map((date) => date.slice(0, 4)))
  return [...wanted].filter((year) => nights.filter((night) => night === year).length > cap)
}

/** The override of the date on which guests come or go decides, else the rule for its weekday. */
const closedDay = (
  date: LocalDate,
  override: boolean | null | undefined,
  closedWeekdays: readonly number[],
): string | null => {
  if (override != null) return override ? date : null
  return closedWeekdays.includes(weekday(date)) ? (WEEKDAYS[weekday(date)] ?? date) : null
}

/** How long and on which days; the minimum is that of the day of arrival. */
const dateRules = ({ stay, rules, overrides }: StayQuestion): StayFailure[] => {
  const nights = nightsBetween(stay.start, stay.end)
  const { minNights, closedToArrival } = overrides[stay.start] ?? {}
  const minimum = minNights ?? rules.minNights
  const noArrival = closedDay(stay.start, closedToArrival, rules.closedToArrival)
  const noDeparture = closedDay(stay.end, overrides[stay.end]?.closedToDeparture, rules.closedToDeparture)
  return [
    ...(nights < minimum ? [violation('min_nights', `The minimum stay is ${minimum} nights.`)] : []),
    ...(nights > rules.maxNights
      ? [violation('max_nights', `The maximum stay is ${rules.maxNights} nights.`)]
      : []),
    ...(noArrival === null ? [] : [violation('closed_to_arrival', `No check-in on ${noArrival}.`)]),
    ...(noDeparture === null ? [] : [violation('closed_to_departure', `No check-out on ${noDeparture}.`)]),
  ]
}

const arrivalRules = (question: StayQuestion): StayFailure[] => {
  const { stay, rules, now, checkInInstant, today } = question
  return [
    ...dateRules(question),
    ...(addHours(now, rules.advanceNoticeHours) > checkInInstant
      ? [
          violation(
            'advance_notice',
            rules.advanceNoticeHours === 0
              ? 'Check-in has passed.'
              : `Bookings need ${rules.advanceNoticeHours} hours’ notice.`,
          ),
        ]
      : []),
    ...(stay.start > addDays(today, rules.bookingWindowDays)
      ? [violation('booking_window', `Bookings open ${rules.bookingWindowDays} days in advance.`)]
      : []),
    ...yearsOverCap(question).map((year) =>
      violation('annual_cap', `This listing allows up to ${rules.annualNightCap} booked nights in ${year}.`),
    ),
  ]
}

/**
 * Every rule that a stay breaks, in the order of docs/domain/calendar.md#stay-rules: the first failure is the
 * answer's code, and all of them are listed.
 */
export const stayFailures = (question: StayQuestion): StayFailure[] => {
  const {
    stay,
    closing: { takesStays, closesOn },
    rules,
    taken,
    party,
    skipRules = false,
    ignore,
  } = question
  const conflicts = nightsFree(taken, stay, {
    prepNights: rules.prepNights,
    ...(ignore === undefined ? {} : { ignore }),
  })
  return [
    ...(takesStays
      ? []
      : [
          {
            rule: 'listing_not_live',
            code: 'PRECONDITION_FAILED',
            text: 'The listing isn’t live.',
          } as const,
        ]),
    ...(takesStays && closesOn !== null && stay.end > closesOn
      ? [
          {
            rule: 'listing_closes',
            code: 'PRECONDITION_FAILED',
            text: `The listing closes on ${closesOn}. Stays must end by then.`,
          } as const,
        ]
      : []),
    ...(skipRules ? [] : arrivalRules(question)),
    ...(party !== undefined && party.guests > party.maxGuests
      ? [
          {
            rule: 'capacity',
            code: 'LIMIT_EXCEEDED',
            text: `This listing allows up to ${party.maxGuests} guests.`,
          } as const,
        ]
      : []),
    ...(conflicts.length > 0
      ? [
          {
            rule: 'nights_taken',
            code: 'NIGHTS_UNAVAILABLE',
            text: 'These nights aren’t available.',
            conflicts,
          } as const,
        ]
      : []),
  ]
}
