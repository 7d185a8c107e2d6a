import { deriveAgreementId, isInForce } from '@hearth/contracts/agreement'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import { nextStatus, type RequestCommand } from '@hearth/contracts/request'
import type { RequestTerms } from '@hearth/contracts/policy'
import { agreementFold } from '../agreement/agreement.state.ts'
import { readReceiveFacts, type ReceiveFacts } from '../booking/booking.facts.ts'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import { findUnknownFiles, nameFiles, type FindFile, type NamedFile } from '../file/usableFile.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import type { OpenedPreview } from './openPreview.ts'
import {
  findUnknownPrevious,
  readAlteration,
  readCountered,
  type AlterationFacts,
} from './alteration.facts.ts'
import { requestFold, type AlterationState, type RequestState } from './request.state.ts'

export type RequestFacts = Readonly<{
  /** Null when the listing doesn’t exist. */
  listing: Pick<StartedListing, 'hostAccountId' | 'currency'> | null
  terms: RequestTerms
  /** `name@version` of the terms. */
  policy: string
  /** References of the command to files, stays and requests that are not the listing's. */
  unknown: readonly FieldError[]
  /** What the signed agreement lets an emergency cost without the host's answer; null without one in force. */
  emergency: Readonly<{ agreementId: string; limitMinor: number }> | null
  /** What a booking request rests on; null for other kinds, and when the listing doesn’t exist. */
  stay: ReceiveFacts | null
  /** What an alteration rests on; null for other kinds, and when its booking doesn’t exist. */
  alteration: AlterationFacts | null
  /** What the countered request offers; null for other commands. */
  countered: AlterationState['offered']
  /** The booking that a refund is about; null for other kinds, and when it doesn’t exist. */
  refunded: KnownBooking | null
  /** There is a booking under the request's id, which the channel may have sold without an answer. */
  booking: 'none' | 'exists'
  /** The preview that a decision carries. */
  preview: OpenedPreview
  /** Who moved the request to a status in which the command is not possible; null for staff and the system. */
  movedBy: string | null
}>

export type RequestFactPorts = Readonly<{
  readPolicy: ReadPolicy
  findFile: FindFile
  /** A preview after its signature and age were checked. */
  openPreview: (token: string) => OpenedPreview
  /** The name of a member; null for everyone else. */
  findMemberName: (userId: string) => Promise<string | null>
}>

const listFiles = (command: RequestCommand): readonly NamedFile[] => {
  if (command.type === 'RecordExpense') return [['/invoiceFileId', command.data.invoiceFileId]]
  return 'fileIds' in command.data ? nameFiles(command.data.fileIds) : []
}

const findUnknown = async (
  command: RequestCommand,
  listingId: string,
  readState: ReadState,
  findFile: FindFile,
): Promise<readonly FieldError[]> => {
  const { data } = command
  const unknown = [...(await findUnknownFiles(findFile, listingId, listFiles(command)))]
  const bookingId = 'bookingId' in data ? data.bookingId : null
  const stay = bookingId === null ? undefined : await readState(bookingFold, bookingId)
  if (stay !== undefined && (stay.status === 'none' || stay.listingId !== listingId))
    unknown.push({ pointer: '/bookingId', detail: 'isn’t a booking of this listing' })
  const serviceId = 'serviceRequestId' in data ? data.serviceRequestId : null
  const service = serviceId === null ? undefined : await readState(requestFold, serviceId)
  if (service !== undefined && (service.kind !== 'service' || service.listingId !== listingId))
    unknown.push({ pointer: '/serviceRequestId', detail: 'isn’t a service request of this listing' })
  return [...unknown, ...(await findUnknownPrevious(command, readState))]
}

const readEmergency = async (listingId: string, readState: ReadState): Promise<RequestFacts['emergency']> => {
  const agreementId = deriveAgreementId(listingId)
  const agreement = await readState(agreementFold, agreementId)
  return agreement !== undefined && isInForce(agreement.status)
    ? { agreementId, limitMinor: agreement.terms.emergencyLimitMinor }
    : null
}

/** What the booking of a request would rest on now. */
const readStay = (
  command: RequestCommand,
  state: RequestState,
  { id, now }: Pick<LoadRequest, 'id' | 'now'>,
  readState: ReadState,
  readPolicy: ReadPolicy,
): Promise<ReceiveFacts | null> | null => {
  const stay =
    command.type === 'RequestBooking'
      ? command.data
      : 'previewToken' in command.data && state.kind === 'booking_request'
        ? state.stay
        : null
  return stay === null ? null : readReceiveFacts(id, stay, now, readState, readPolicy)
}

/** Only booking requests have the id of a booking. */
const findBooking = async (
  command: RequestCommand,
  state: RequestState,
  id: string,
  readState: ReadState,
): Promise<RequestFacts['booking']> => {
  const isAbout = command.type === 'RequestBooking' || state.kind === 'booking_request'
  if (!isAbout) return 'none'
  const { status } = await readState(bookingFold, id, { fresh: true })
  return status === 'none' ? 'none' : 'exists'
}

const readRefunded = async (
  command: RequestCommand,
  state: RequestState,
  readState: ReadState,
): Promise<KnownBooking | null> => {
  const asked = command.type === 'RequestRefundWaiver' ? command.data.bookingId : null
  const bookingId = state.kind === 'refund_waiver' ? state.bookingId : asked
  if (bookingId === null) return null
  const booking = await readState(bookingFold, bookingId, { fresh: true })
  return booking.status === 'none' ? null : booking
}

const findListingId = (command: RequestCommand, state: RequestState): string => {
  if ('listingId' in command.data) return command.data.listingId
  return state.kind === 'none' ? '' : state.listingId
}

const readTerms = async (readPolicy: ReadPolicy, now: Instant) => {
  const { version, body } = await readPolicy('request', now)
  return { terms: body, policy: `request@${version}` }
}

export const createRequestFactLoader =
  ({
    readPolicy,
    findFile,
    openPreview,
    findMemberName,
  }: RequestFactPorts): Load<RequestCommand, RequestFacts> =>
  async (command, { id, now }, readState) => {
    const state = await readState(requestFold, id)
    const listingId = findListingId(command, state)
    const [listing, terms, unknown, emergency, stay, booking, alteration, refunded, countered] =
      await Promise.all([
        readState(listingFold, listingId),
        readTerms(readPolicy, now),
        findUnknown(command, listingId, readState, findFile),
        command.type === 'RequestExpenseApproval' ? readEmergency(listingId, readState) : null,
        readStay(command, state, { id, now }, readState, readPolicy),
        findBooking(command, state, id, readState),
        readAlteration(command, state, readState),
        readRefunded(command, state, readState),
        readCountered(command, readState),
      ])
    const isTooLate =
      state.kind !== 'none' && nextStatus(state.kind, state.status, command.type) === undefined
    return {
      listing: listing.status === 'none' ? null : listing,
      ...terms,
      unknown,
      emergency,
      stay,
      booking,
      alteration,
      refunded,
      countered,
      preview: openPreview('previewToken' in command.data ? command.data.previewToken : ''),
      movedBy: isTooLate ? await findMemberName(state.moved.by) : null,
    }
  }
