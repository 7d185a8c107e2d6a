import type { AccountCommand } from '@hearth/contracts/account'
import { listingFold } from '../listing/listing.state.ts'
import type { Load } from '../runtime/decider.ts'

export type AccountFacts = Readonly<{
  /** Listings named by the command that the account does not have. */
  unknownListings: readonly string[]
  /** Bookings that have not ended: all of an account that closes, or those of a guest who is erased. */
  standingBookings: number
}>

const findListingIds = (command: AccountCommand): readonly string[] =>
  command.type === 'InviteMember' ||
  command.type === 'ImportMember' ||
  command.type === 'ChangeMemberRole' ||
  command.type === 'AcceptPermissionRequest'
    ? (command.data.listingIds ?? [])
    : []

export type AccountFactPorts = Readonly<{
  /**
   * How many bookings of an account have not ended, by the read models; with `guestRef` only this guest's.
   */
  countStandingBookings: (hostAccountId: string, guestRef?: string) => Promise<number>
}>

export const createAccountFactLoader =
  ({ countStandingBookings }: AccountFactPorts): Load<AccountCommand, AccountFacts> =>
  async (command, { id }, readState) => {
    const unknown = await Promise.all(
      findListingIds(command).map(async (listingId) => {
        const state = await readState(listingFold, listingId)
        return state.status !== 'none' && state.hostAccountId === id ? [] : [listingId]
      }),
    )
    const guest =
      command.type === 'EraseSubject' && command.data.kind === 'guest' ? command.data.subjectId : undefined
    const standing =
      command.type === 'CloseAccount' || guest !== undefined ? await countStandingBookings(id, guest) : 0
    return { unknownListings: unknown.flat(), standingBookings: standing }
  }
