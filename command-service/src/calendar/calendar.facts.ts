import {
  deriveAgreementId,
  isInForce,
  type Agreement,
  type AgreementTerms,
} from '@hearth/contracts/agreement'
import { OWNER_NIGHTS_PER_YEAR, type CalendarCommand } from '@hearth/contracts/calendar'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import { derivePhotoshootId, type Slot } from '@hearth/contracts/photoshoot'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { agreementFold } from '../agreement/agreement.state.ts'
import { bookingFold } from '../booking/booking.state.ts'
import { icalFeedFold } from '../ical-feed/icalFeed.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import { photoshootFold } from '../photoshoot/photoshoot.state.ts'
import type { Load } from '../runtime/decider.ts'

export type CalendarFacts = Readonly<{
  /** Null when the listing doesn’t exist. */
  listing: StartedListing | null
  /** The listing's own day. */
  today: LocalDate
  /** The check-in of a stay to be held; null for other commands. */
  checkInInstant: Instant | null
  /** An active booking under the claim's id has nights in this calendar: they must not be released. */
  bookingLives: boolean
  /** The feed that a snapshot is of is one of this listing's and was not removed. */
  feedLives: boolean
  /** The signed terms for owner stays; the standard without an agreement in force. */
  ownStays: OwnStays
  /** The listing's agreement; loaded when nights are held. */
  contract: Pick<Agreement, 'status' | 'effectiveOn'> | undefined
  /** The photographer's appointment, and the time slot reserved for the host. */
  shootSlots: readonly Slot[]
}>

export type OwnStays = Pick<AgreementTerms, 'ownerNightsPerYear' | 'peakDates'>
const STANDARD: OwnStays = { ownerNightsPerYear: OWNER_NIGHTS_PER_YEAR, peakDates: [] }
const OF_AGREEMENT: readonly CalendarCommand['type'][] = [
  'CreateBlock',
  'EditBlock',
  'RestoreBlock',
  'HoldNights',
]

const WITHOUT_NIGHTS: readonly string[] = ['overbooked', 'cancelled']

export const loadCalendarFacts: Load<CalendarCommand, CalendarFacts> = async (
  command,
  { id, now },
  readState,
) => {
  const state = await readState(listingFold, id)
  const stay =
    command.type === 'ReleaseClaim'
      ? await readState(bookingFold, command.data.claimId, { fresh: true })
      : undefined
  const bookingLives =
    stay !== undefined &&
    stay.status !== 'none' &&
    stay.listingId === id &&
    !WITHOUT_NIGHTS.includes(stay.status)
  const feed =
    command.type === 'ApplyIcalSnapshot'
      ? await readState(icalFeedFold, command.data.feedId, { fresh: true })
      : undefined
  const feedLives = feed?.status === 'active' && feed.listingId === id
  const contract = OF_AGREEMENT.includes(command.type)
    ? await readState(agreementFold, deriveAgreementId(id))
    : undefined
  const ownStays = contract !== undefined && isInForce(contract.status) ? contract.terms : STANDARD
  const shoot =
    command.type === 'ReleaseShootNights'
      ? await readState(photoshootFold, derivePhotoshootId(id), { fresh: true })
      : undefined
  const shootSlots = [shoot?.slot, shoot?.held?.slot].filter((slot) => slot != null)
  if (state.status === 'none')
    return {
      listing: null,
      today: now.slice(0, 10),
      checkInInstant: null,
      bookingLives,
      feedLives,
      ownStays,
      contract,
      shootSlots,
    }
  return {
    listing: state,
    today: toLocalDate(now, state.timezone),
    checkInInstant:
      command.type === 'HoldNights' ? toInstant(command.data.start, state.checkInTime, state.timezone) : null,
    bookingLives,
    feedLives,
    ownStays,
    contract,
    shootSlots,
  }
}
