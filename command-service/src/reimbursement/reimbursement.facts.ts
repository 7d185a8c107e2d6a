import { nightsBetween, type Instant } from '@hearth/contracts/kernel/dates'
import type { PublishedPolicy } from '@hearth/contracts/policy'
import { ENDED_STATUSES, type LostBooking, type ReimbursementCommand } from '@hearth/contracts/reimbursement'
import { toInstant } from '@hearth/platform/zones/localTime'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { incidentFold } from '../incident/incident.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import type { EvidenceFile, FindReimbursementFile } from './findReimbursementFile.ts'
import { reimbursementFold, type ReimbursementState } from './reimbursement.state.ts'

/** Of `11:40:05`. */
const TIME_LENGTH = 8

export type ReimbursementFacts = Readonly<{
  /** Null when the listing doesn’t exist. */
  listing: Pick<StartedListing, 'hostAccountId' | 'currency' | 'timezone'> | null
  policy: PublishedPolicy<'reimbursement'>
  /** For `DraftReimbursement`: the stay; null where it isn’t one of the listing. */
  booking: KnownBooking | null
  /** For `DraftReimbursement`: whether the incident that it names is one of the listing and the stay, or it names none. */
  isIncidentKnown: boolean
  /** For `DraftReimbursement`: the claim of the same stay before it. */
  previous: 'none' | 'open' | 'ended' | 'unknown'
  /** For `SubmitReimbursement`: when the next guests arrived, or will. */
  nextCheckIn: Instant | null
  /** The bookings that an item names, in its order; undefined for one that was not lost. */
  lostBookings: readonly (LostBooking | undefined)[]
  /** For `AttachReimbursementEvidence`; undefined for a file that can’t be used. */
  file: EvidenceFile | undefined
}>

export type ReimbursementFactPorts = Readonly<{
  readPolicy: ReadPolicy
  findReimbursementFile: FindReimbursementFile
}>

const readBooking = async (
  command: ReimbursementCommand,
  readState: ReadState,
): Promise<KnownBooking | null> => {
  if (command.type !== 'DraftReimbursement' || command.data.bookingId === null) return null
  const booking = await readState(bookingFold, command.data.bookingId, { fresh: true })
  return booking.status !== 'none' && booking.listingId === command.data.listingId ? booking : null
}

const isIncidentOf = async (command: ReimbursementCommand, readState: ReadState): Promise<boolean> => {
  if (command.type !== 'DraftReimbursement' || command.data.incidentId === null) return true
  const { incidentId, listingId, bookingId } = command.data
  const incident = await readState(incidentFold, incidentId)
  if (incident.status === 'none' || incident.listingId !== listingId) return false
  return bookingId === null || incident.bookingId === null || incident.bookingId === bookingId
}

const readPrevious = async (
  command: ReimbursementCommand,
  readState: ReadState,
): Promise<ReimbursementFacts['previous']> => {
  if (command.type !== 'DraftReimbursement' || command.data.after === null) return 'none'
  const state = await readState(reimbursementFold, command.data.after, { fresh: true })
  if (state.status === 'none' || state.bookingId !== command.data.bookingId) return 'unknown'
  return ENDED_STATUSES.includes(state.status) ? 'ended' : 'open'
}

/** The first stay that begins on the day of the check-out or later. */
const readNextCheckIn = async (
  command: ReimbursementCommand,
  state: ReimbursementState,
  listing: StartedListing | null,
  readState: ReadState,
): Promise<Instant | null> => {
  if (command.type !== 'SubmitReimbursement' || state.status === 'none' || listing === null) return null
  if (state.bookingId === null) return null
  const { claims } = await readState(calendarFold, state.listingId)
  const starts = claims
    .filter(
      (claim) => claim.kind === 'booking' && claim.start >= state.on && claim.claimId !== state.bookingId,
    )
    .map(({ start }) => start)
    .toSorted()
  const [next] = starts
  return next === undefined ? null : toInstant(next, listing.checkInTime, listing.timezone)
}

/** What the host lost by a cancelled booking: what it would have brought, less what the cancellation left. */
const readLostBooking = async (
  bookingId: string,
  state: ReimbursementState,
  readState: ReadState,
): Promise<LostBooking | undefined> => {
  const booking = await readState(bookingFold, bookingId)
  if (booking.status !== 'cancelled' || state.status === 'none') return undefined
  const { listingId, checkIn, checkOut, money, code, outcome } = booking
  if (listingId !== state.listingId || checkIn < state.on || money.currency !== state.currency)
    return undefined
  const lostMinor = Math.max(0, money.hostPayoutMinor - (outcome?.hostPayoutMinor ?? 0))
  return { bookingId, code, nights: nightsBetween(checkIn, checkOut), lostMinor }
}

/** A camera without an offset shows the time where the listing is. */
const readTakenAt = (takenLocal: string, timezone: string): Instant => {
  const [date = '', time = ''] = takenLocal.split('T')
  return time.length > TIME_LENGTH ? new Date(takenLocal).toISOString() : toInstant(date, time, timezone)
}

const readFile = async (
  command: ReimbursementCommand,
  id: string,
  listing: StartedListing | null,
  listingId: string,
  findReimbursementFile: FindReimbursementFile,
): Promise<EvidenceFile | undefined> => {
  if (command.type !== 'AttachReimbursementEvidence' || listing === null) return undefined
  const found = await findReimbursementFile(id, listingId, command.data.fileId)
  if (found === undefined) return undefined
  const { takenLocal, ...file } = found
  return { ...file, takenAt: takenLocal === null ? null : readTakenAt(takenLocal, listing.timezone) }
}

export const createReimbursementFactLoader =
  ({
    readPolicy,
    findReimbursementFile,
  }: ReimbursementFactPorts): Load<ReimbursementCommand, ReimbursementFacts> =>
  async (command, { id, now }, readState) => {
    const state = await readState(reimbursementFold, id)
    const { data } = command
    const known = state.status === 'none' ? '' : state.listingId
    const listingId = 'listingId' in data ? data.listingId : known
    const found = await readState(listingFold, listingId)
    const listing = found.status === 'none' ? null : found
    const lostBookingIds = 'lostBookingIds' in data ? data.lostBookingIds : []
    const [policy, booking, isIncidentKnown, previous, nextCheckIn, lostBookings, file] = await Promise.all([
      readPolicy('reimbursement', now),
      readBooking(command, readState),
      isIncidentOf(command, readState),
      readPrevious(command, readState),
      readNextCheckIn(command, state, listing, readState),
      Promise.all(lostBookingIds.map((bookingId) => readLostBooking(bookingId, state, readState))),
      readFile(command, id, listing, listingId, findReimbursementFile),
    ])
    return { listing, policy, booking, isIncidentKnown, previous, nextCheckIn, lostBookings, file }
  }
