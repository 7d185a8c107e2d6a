import type { PublishedPolicy } from '@hearth/contracts/policy'
import type { ThreadCommand } from '@hearth/contracts/thread'
import { can } from '@hearth/contracts/kernel/access'
import { accountFold } from '../account/account.state.ts'
import { bookingFold, type BookingState } from '../booking/booking.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { threadFold, type ThreadState } from './thread.state.ts'

export type ThreadFacts = Readonly<{
  policy: PublishedPolicy<'messaging'>
  /** The guest has a booking with the account that is not cancelled: nothing is masked. */
  isConfirmed: boolean
  /** For `ReceiveGuestMessage`: the booking is of this guest and this listing, or none is named. */
  isOwnBooking: boolean
  /** For `AssignThread`: the person is on the team and can read the thread. */
  isReader: boolean
  /** Links below this name are not masked. */
  ownHostName: string
}>

export type ThreadFactPorts = Readonly<{
  readPolicy: ReadPolicy
  /** Whether the guest has a booking with the account that is not cancelled, by the read models. */
  hasBooking: (hostAccountId: string, guestRef: string) => Promise<boolean>
  ownHostName: string
}>

type Guest = Readonly<{ listingId: string; guestRef: string; bookingIds: readonly string[] }>

const findGuest = (command: ThreadCommand, state: ThreadState): Guest | undefined => {
  if (command.type === 'ReceiveGuestMessage') {
    const { listingId, guest, bookingId } = command.data
    const known = state.status === 'none' ? [] : state.bookingIds
    return {
      listingId,
      guestRef: guest.guestRef,
      bookingIds: bookingId === null ? known : [bookingId, ...known],
    }
  }
  return command.type === 'SendMessage' && state.status !== 'none' ? state : undefined
}

const isStanding = (booking: BookingState): boolean =>
  booking.status !== 'none' && booking.status !== 'cancelled'

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
  guest: Guest,
  named: string | null,
  { tenantId }: LoadRequest,
  readState: ReadState,
  hasBooking: ThreadFactPorts['hasBooking'],
): Promise<Pick<ThreadFacts, 'isConfirmed' | 'isOwnBooking'>> => {
  const bookings = await Promise.all(guest.bookingIds.map((bookingId) => readState(bookingFold, bookingId)))
  const isTheirs = (booking: BookingState | undefined) =>
    booking !== undefined && booking.status !== 'none' && booking.guestRef === guest.guestRef
  const [first] = bookings
  const isOwnBooking =
    named === null || (isTheirs(first) && first?.status !== 'none' && first?.listingId === guest.listingId)
  const isConfirmed =
    bookings.some((booking) => isTheirs(booking) && isStanding(booking)) ||
    (await hasBooking(tenantId, guest.guestRef))
  return { isConfirmed, isOwnBooking }
}

export const createThreadFactLoader =
  ({ readPolicy, hasBooking, ownHostName }: ThreadFactPorts): Load<ThreadCommand, ThreadFacts> =>
  async (command, request, readState) => {
    const state = await readState(threadFold, request.id)
    const policy = await readPolicy('messaging', request.now)
    const guest = findGuest(command, state)
    const named = command.type === 'ReceiveGuestMessage' ? command.data.bookingId : null
    const bookings =
      guest === undefined
        ? { isConfirmed: false, isOwnBooking: true }
        : await loadBookings(guest, named, request, readState, hasBooking)
    const isReader =
      command.type === 'AssignThread' &&
      command.data.userId !== null &&
      (await isReaderOf(state, command.data.userId, request.tenantId, readState))
    return { policy, ...bookings, isReader, ownHostName }
  }
