import { deriveAgreementId, type AgreementState } from '@hearth/contracts/agreement'
import { stayFailures } from '@hearth/contracts/calendar'
import type { BookingCommand } from '@hearth/contracts/booking'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import { findClosing } from '@hearth/contracts/listing'
import type { OfType } from '@hearth/contracts/kernel/message'
import { deriveAlterationId } from '@hearth/contracts/request'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { bookingFold, type BookingState } from './booking.state.ts'
import type { OpenedQuote } from './openQuote.ts'
import { agreementFold } from '../agreement/agreement.state.ts'
import { calendarFold, findClaim, type CalendarState } from '../calendar/calendar.state.ts'
import { disruptionFold, type KnownDisruption } from '../disruption/disruption.state.ts'
import { findUnknownFiles, nameFiles, type FindFile } from '../file/usableFile.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import { isAlterationOver, requestFold, type RequestState } from '../request/request.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { asAgreed, type Policies } from './snapshot.ts'

/** Whether the nights are held for the booking, and the obstacle if not. */
export type HoldFact = Readonly<{ held: boolean; conflicts: readonly Obstacle[] }>
type Obstacle = Readonly<{ kind: string; start: LocalDate; end: LocalDate }>
export type ReceiveFacts = Readonly<{ listing: StartedListing; policies: Policies; hold: HoldFact }>

export type MoveFacts = Readonly<{
  listing: StartedListing
  /** Its calendar holds the nights of the stay for this booking. */
  nightsHeld: boolean
  /** Guest and host have not finished with a change of this stay. */
  alterationOpen: boolean
}>

export type BookingFacts = Readonly<{
  /** For `ReceiveBooking`; null when the listing doesn’t exist. */
  receive: ReceiveFacts | null
  /** For `SettleOverbooking` and `AlterBooking`: the nights that it needs are its own in the calendar. */
  nightsHeld: boolean
  /** For `MoveBooking`; null when the other listing doesn’t exist. */
  move: MoveFacts | null
  /** For commands that carry a quote; null when none was sent. */
  quote: OpenedQuote | null
  /** For `RecordDisruption`; null where there is none. */
  disruption: KnownDisruption | null
  /** Files of the command that are not the listing’s. */
  unknownFiles: readonly FieldError[]
}>

/** The facts of a command that asks for none. */
export const NO_FACTS: BookingFacts = {
  receive: null,
  nightsHeld: false,
  move: null,
  quote: null,
  disruption: null,
  unknownFiles: [],
}

export type BookingFactPorts = Readonly<{
  readPolicy: ReadPolicy
  /** A quote after its signature and age were checked. */
  openQuote: (token: string) => OpenedQuote
  findFile: FindFile
}>

type Receive = OfType<BookingCommand, 'ReceiveBooking'>['data']

type Nights = Pick<Receive, 'listingId' | 'checkIn' | 'checkOut'>

/** What keeps nights from being held; empty where nothing does. */
const listObstacles = (
  { checkIn, checkOut }: Nights,
  state: StartedListing,
  contract: AgreementState,
  taken: CalendarState['claims'],
  now: string,
): readonly Obstacle[] => {
  const today = toLocalDate(now, state.timezone)
  const span = { start: checkIn, end: checkOut }
  const failures = stayFailures({
    stay: { kind: 'booking', ...span },
    closing: findClosing(state, contract, today),
    rules: state.rules,
    overrides: state.overrides,
    taken,
    now,
    checkInInstant: toInstant(checkIn, state.checkInTime, state.timezone),
    today,
    skipRules: true,
  })
  return failures.flatMap(
    (failure): readonly Obstacle[] => failure.conflicts ?? [{ kind: failure.rule, ...span }],
  )
}

const findHold = async (
  id: string,
  nights: Receive,
  state: StartedListing,
  contract: AgreementState,
  now: string,
  readState: ReadState,
): Promise<HoldFact> => {
  const taken = await readState(calendarFold, nights.listingId, { fresh: true })
  const own = findClaim(taken, id)
  return own !== undefined && own.start === nights.checkIn && own.end === nights.checkOut
    ? { held: true, conflicts: [] }
    : { held: false, conflicts: listObstacles(nights, state, contract, taken.claims, now) }
}

/** What keeps the nights of a listing from being held for this booking. */
export const findObstacles = async (
  id: string,
  nights: Nights,
  state: StartedListing,
  now: string,
  readState: ReadState,
): Promise<readonly Obstacle[]> => {
  const { claims } = await readState(calendarFold, nights.listingId, { fresh: true })
  const contract = await readState(agreementFold, deriveAgreementId(nights.listingId))
  const others = claims.filter(({ claimId }) => claimId !== id)
  return listObstacles(nights, state, contract, others, now)
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

/** Whether an alteration of the booking is still to be answered, or to be carried out. */
const hasOpenAlteration = async (
  bookingId: string,
  tenantId: string,
  booking: BookingState,
  readState: ReadState,
): Promise<boolean> => {
  for (let after: string | null = null; ;) {
    const id = deriveAlterationId(tenantId, bookingId, after)
    const state: RequestState = await readState(requestFold, id, { fresh: true })
    if (state.kind !== 'alteration' || booking.status === 'none') return false
    if (state.status !== 'countered' && !isAlterationOver(id, state, booking)) return true
    after = id
  }
}

const readDisruption = async (
  { disruptionId }: OfType<BookingCommand, 'RecordDisruption'>['data'],
  readState: ReadState,
): Promise<KnownDisruption | null> => {
  const state = await readState(disruptionFold, disruptionId, { fresh: true })
  return state.status === 'none' ? null : state
}

const readUnknownFiles = async (
  { fileIds }: OfType<BookingCommand, 'SendDisruptionEvidence'>['data'],
  id: string,
  readState: ReadState,
  findFile: FindFile,
): Promise<readonly FieldError[]> => {
  const booking = await readState(bookingFold, id, { fresh: true })
  return booking.status === 'none' ? [] : findUnknownFiles(findFile, booking.listingId, nameFiles(fileIds))
}

const readMoveFacts = async (
  { toListingId }: OfType<BookingCommand, 'MoveBooking'>['data'],
  { id, tenantId }: Pick<LoadRequest, 'id' | 'tenantId'>,
  readState: ReadState,
): Promise<MoveFacts | null> => {
  const listing = await readState(listingFold, toListingId, { fresh: true })
  if (listing.status === 'none') return null
  const booking = await readState(bookingFold, id, { fresh: true })
  const claim = findClaim(await readState(calendarFold, toListingId, { fresh: true }), id)
  return {
    listing,
    nightsHeld:
      booking.status !== 'none' && claim?.start === booking.checkIn && claim.end === booking.checkOut,
    alterationOpen: await hasOpenAlteration(id, tenantId, booking, readState),
  }
}

export const createBookingFactLoader =
  ({ readPolicy, openQuote, findFile }: BookingFactPorts): Load<BookingCommand, BookingFacts> =>
  async (command, request, readState) => {
    const { id, now } = request
    const token = 'quote' in command.data ? command.data.quote : null
    return {
      receive:
        command.type === 'ReceiveBooking'
          ? await readReceiveFacts(id, command.data, now, readState, readPolicy)
          : null,
      nightsHeld: await holdsNights(command, id, readState),
      move: command.type === 'MoveBooking' ? await readMoveFacts(command.data, request, readState) : null,
      quote: token === null ? null : openQuote(token),
      disruption: command.type === 'RecordDisruption' ? await readDisruption(command.data, readState) : null,
      unknownFiles:
        command.type === 'SendDisruptionEvidence'
          ? await readUnknownFiles(command.data, id, readState, findFile)
          : [],
    }
  }
