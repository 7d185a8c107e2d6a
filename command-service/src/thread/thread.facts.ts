import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { Attachment, Channel, ThreadCommand } from '@hearth/contracts/thread'
import { can } from '@hearth/contracts/kernel/access'
import { accountFold } from '../account/account.state.ts'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import type { FindAttachment } from './findAttachment.ts'
import { findDelivery, isAnnouncing, type PlannedDelivery } from './findDelivery.ts'
import { chooseChannel, readStays, type FindStays } from './guestStays.ts'
import { threadFold, type ThreadState } from './thread.state.ts'

export type ThreadFacts = Readonly<{
  policy: PublishedPolicy<'messaging'>
  /** The guest has a booking with the account that is not cancelled: nothing is masked. */
  isConfirmed: boolean
  /** The booking that the command names is of this guest and this listing, or none is named. */
  isOwnBooking: boolean
  /** For `WriteToGuest`: the name in the booking; null for a booking that isn’t theirs. */
  guestName: string | null
  /** What carries a message that is written or sent again now. */
  channel: Channel
  /** For `AssignThread`: the person is on the team and can read the thread. */
  isReader: boolean
  /** The files that the command names, in its order; undefined for one that can't be sent. */
  attachments: readonly (Attachment | undefined)[]
  /** Links below this name are not masked. */
  ownHostName: string
  /**
   * What a command of the system delivers that was written elsewhere; null where there is nothing to deliver, or
   * its guest is erased.
   */
  planned: PlannedDelivery | null
}>

export type ThreadFactPorts = Readonly<{
  readPolicy: ReadPolicy
  /** Whether the guest has a booking with the account that is not cancelled, by the read models. */
  hasBooking: (hostAccountId: string, guestRef: string) => Promise<boolean>
  findStays: FindStays
  findAttachment: FindAttachment
  ownHostName: string
}>

/** `named`: the booking that the command names; `bookingIds`: those that the thread knows. */
type Guest = Readonly<{
  listingId: string
  guestRef: string
  named: string | null
  bookingIds: readonly string[]
}>

const findGuest = (command: ThreadCommand, state: ThreadState): Guest | undefined => {
  if (command.type === 'ReceiveGuestMessage' || command.type === 'WriteToGuest') {
    const { listingId, guest, bookingId } = command.data
    const known = state.status === 'none' ? [] : state.bookingIds
    return { listingId, guestRef: guest.guestRef, named: bookingId, bookingIds: known }
  }
  if (command.type !== 'SendMessage' || state.status === 'none') return undefined
  const { listingId, guestRef, bookingIds } = state
  return { listingId, guestRef, named: null, bookingIds }
}

const isStanding = ({ status }: KnownBooking): boolean => status !== 'cancelled'

const isReaderOf = async (
  state: ThreadState,
  userId: string,
  tenantId: string,
  readState: ReadState,
): Promise<boolean> => {
  const team = await readState(accountFold, tenantId)
  if (team.status === 'none' || state.status === 'none') return false
  return Object.values(team.members).some(
    (member) =>
      member.userId === userId &&
      member.status === 'active' &&
      can(member.role, 'thread.read') &&
      (member.listingIds === null || member.listingIds.includes(state.listingId)),
  )
}

const loadBookings = async (
  { listingId, guestRef, named, bookingIds }: Guest,
  { tenantId }: LoadRequest,
  readState: ReadState,
  hasBooking: ThreadFactPorts['hasBooking'],
): Promise<Pick<ThreadFacts, 'isConfirmed' | 'isOwnBooking' | 'guestName'>> => {
  const readTheirs = async (bookingId: string): Promise<readonly KnownBooking[]> => {
    const booking = await readState(bookingFold, bookingId)
    return booking.status !== 'none' && booking.guestRef === guestRef ? [booking] : []
  }
  const [about] = named === null ? [] : await readTheirs(named)
  // A channel may still name the home that the stay has moved from.
  const isOwnBooking =
    named === null ||
    about?.listingId === listingId ||
    about?.leftListings.some((left) => left.listingId === listingId) === true
  const others = (await Promise.all(bookingIds.map(readTheirs))).flat()
  const isConfirmed =
    [...(about ? [about] : []), ...others].some(isStanding) || (await hasBooking(tenantId, guestRef))
  return { isConfirmed, isOwnBooking, guestName: isOwnBooking ? (about?.guestName ?? null) : null }
}

/** The guest whose message is planned or sent again. */
const findRecipient = (
  command: ThreadCommand,
  state: ThreadState,
  guest: Guest | undefined,
  planned: PlannedDelivery | null,
): Omit<Guest, 'named'> | undefined => {
  if (command.type === 'RetryDelivery') return state.status === 'none' ? undefined : state
  if (command.type === 'SendMessage') return guest
  if (command.type === 'WriteToGuest') return guest && { ...guest, bookingIds: [command.data.bookingId] }
  if (planned === null || !isAnnouncing(command)) return undefined
  const { listingId, bookingId } = command.data
  return { listingId, guestRef: planned.guestRef, bookingIds: [bookingId] }
}

export const createThreadFactLoader =
  ({
    readPolicy,
    hasBooking,
    findStays,
    findAttachment,
    ownHostName,
  }: ThreadFactPorts): Load<ThreadCommand, ThreadFacts> =>
  async (command, request, readState) => {
    const state = await readState(threadFold, request.id)
    const policy = await readPolicy('messaging', request.now)
    const guest = findGuest(command, state)
    const bookings =
      guest === undefined
        ? { isConfirmed: false, isOwnBooking: true, guestName: null }
        : await loadBookings(guest, request, readState, hasBooking)
    const isReader =
      command.type === 'AssignThread' &&
      command.data.userId !== null &&
      (await isReaderOf(state, command.data.userId, request.tenantId, readState))
    const planned = await findDelivery(command, readState)
    const recipient = findRecipient(command, state, guest, planned)
    const channel =
      recipient === undefined
        ? 'gateway'
        : chooseChannel(await readStays(recipient, request.tenantId, { readState, findStays }))
    const fileIds = 'attachments' in command.data ? command.data.attachments : []
    const attachments = await Promise.all(fileIds.map((fileId) => findAttachment(request.id, fileId)))
    return { policy, ...bookings, isReader, channel, attachments, ownHostName, planned }
  }
