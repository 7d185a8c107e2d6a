import type { LedgerCommand } from '@hearth/contracts/ledger'
import { bookingFold } from '../booking/booking.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { Load } from '../runtime/decider.ts'

/** Fields of a proposed adjustment that name what the account does not have. */
export type LedgerFacts = Readonly<{ unknown: readonly ('listingId' | 'bookingId')[] }>

export const loadLedgerFacts: Load<LedgerCommand, LedgerFacts> = async (command, { id }, readState) => {
  if (command.type !== 'ProposeAdjustment') return { unknown: [] }
  const isOwn = async (listingId: string) => {
    const state = await readState(listingFold, listingId)
    return state.status !== 'none' && state.hostAccountId === id
  }
  const { listingId, bookingId } = command.data
  const stay = bookingId === null ? undefined : await readState(bookingFold, bookingId)
  const knowsBooking =
    stay === undefined ||
    (stay.status !== 'none' &&
      (await isOwn(stay.listingId)) &&
      (listingId === null || listingId === stay.listingId))
  const knowsListing = listingId === null || (await isOwn(listingId))
  return {
    unknown: [
      ...(knowsListing ? [] : (['listingId'] as const)),
      ...(knowsBooking ? [] : (['bookingId'] as const)),
    ],
  }
}
