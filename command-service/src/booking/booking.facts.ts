import { deriveAgreementId, type AgreementState } from '@hearth/contracts/agreement'
import { stayFailures } from '@hearth/contracts/calendar'
import type { BookingCommand } from '@hearth/contracts/booking'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { findClosing } from '@hearth/contracts/listing'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { OpenedQuote } from './openQuote.ts'
import { agreementFold } from '../agreement/agreement.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { findClaim } from '../calendar/calendar.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import { localDate, localInstant } from '../runtime/localTime.ts'
import { asAgreed, type Policies } from './snapshot.ts'

/** Whether the nights are held for the booking, and the obstacle if not. */
export type HoldFact = Readonly<{ held: boolean; conflicts: readonly Obstacle[] }>
type Obstacle = Readonly<{ kind: string; start: LocalDate; end: LocalDate }>
export type ReceiveFacts = Readonly<{ listing: StartedListing; policies: Policies; hold: HoldFact }>

export type BookingFacts = Readonly<{
  /** For `ReceiveBooking`; null when the listing doesn’t exist. */
  receive: ReceiveFacts | null
  /** For `SettleOverbooking` and `AlterBooking`: the nights that it needs are its own in the calendar. */
  nightsHeld: boolean
  /** For commands that carry a quote; null when none was sent. */
  quote: OpenedQuote | null
}>

export type BookingFactPorts = Readonly<{
  readPolicy: ReadPolicy
  /** A quote after its signature and age were checked. */
  openQuote: (token: string) => OpenedQuote
}>

type Receive = OfType<BookingCommand, 'ReceiveBooking'>['data']

const findHold = async (
  id: string,
  { listingId, checkIn, checkOut }: Receive,
  state: StartedListing,
  contract: AgreementState,
  now: string,
  readState: ReadState,
): Promise<HoldFact> => {
  const taken = await readState(calendarFold, listingId, { fresh: true })
  const own = findClaim(taken, id)
  if (own !== undefined && own.start === checkIn && own.end === checkOut) return { held: true, conflicts: [] }
  const today = localDate(now, state.timezone)
  const span = { start: checkIn, end: checkOut }
  const failures = stayFailures({
    stay: { kind: 'booking', ...span },
    closing: findClosing(state, contract, today),
    rules: state.rules,
    overrides: state.overrides,
    taken: taken.claims,
    now,
    checkInInstant: localInstant(checkIn, state.checkInTime, state.timezone),
    today,
    skipRules: true,
  })
  return {
    held: false,
    conflicts: failures.flatMap(
      (failure): readonly Obstacle[] => failure.conflicts ?? [{ kind: failure.rule, ...span }],
    ),
  }
}

/** What the confirmation of a stay rests on; `id` is the claim under which its nights are held. */
export const readReceiveFacts = async (
  id: string,
  data: Receive,
  now: string,
  readState: ReadState,
  readPolicy: ReadPolicy,
): Promise<ReceiveFacts | null> => {
  const state = await readState(listingFold, data.listingId)
  if (state.status === 'none') return null
  const [cancellation, hostCancellation, platformFee, contract] = await Promise.all([
    readPolicy('cancellation', now),
    readPolicy('hostCancellation', now),
    readPolicy('platformFee', now),
    readState(agreementFold, deriveAgreementId(data.listingId)),
  ])
  return {
    ...asAgreed(state, { cancellation, hostCancellation, platformFee }, contract),
    hold: await findHold(id, data, state, contract, now, readState),
  }
}

const holdsNights = async (command: BookingCommand, id: string, readState: ReadState): Promise<boolean> => {
  if (command.type !== 'SettleOverbooking' && command.type !== 'AlterBooking') return false
  const { data } = command
  const claim = findClaim(await readState(calendarFold, data.listingId, { fresh: true }), id)
  if (claim === undefined) return false
  return !('checkIn' in data) || (claim.start === data.checkIn && claim.end === data.checkOut)
}

export const createBookingFactLoader =
  ({ readPolicy, openQuote }: BookingFactPorts): Load<BookingCommand, BookingFacts> =>
  async (command, { id, now }, readState) => {
    const token = 'quote' in command.data ? command.data.quote : null
    return {
      receive:
        command.type === 'ReceiveBooking'
          ? await readReceiveFacts(id, command.data, now, readState, readPolicy)
          : null,
      nightsHeld: await holdsNights(command, id, readState),
      quote: token === null ? null : openQuote(token),
    }
  }
