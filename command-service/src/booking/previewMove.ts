import type { MovePreview, MovePreviewRequest } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { quoteStay } from '@hearth/contracts/listing'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { reject, type ReadState, type Rejected } from '../runtime/decider.ts'
import { refuse, type Refused } from '../runtime/outcome.ts'
import type { Previewed } from '../runtime/previewRoute.ts'
import { findObstacles } from './booking.facts.ts'
import { bookingFold, type KnownBooking } from './booking.state.ts'
import { refuseHome, refuseMoving } from './moving.ts'

/** Other streams may be this old; the command reads them again. */
const MAX_AGE_MS = 1_000

export type PreviewMoveParts = Readonly<{
  handler: Pick<CommandHandler, 'locate' | 'view'>
  /** The wall clock. */
  now: () => Instant
}>

type Option = MovePreview['options'][number]
const unknown: Rejected = reject('NOT_FOUND', 'This listing doesn’t exist.')

const toRefusal = (refused: Rejected | null): Option['refusal'] =>
  refused === null ? null : { code: refused.code, detail: refused.detail }

const previewOption = async (
  bookingId: string,
  booking: KnownBooking,
  listingId: Id,
  now: Instant,
  readState: ReadState,
): Promise<Option> => {
  const listing = await readState(listingFold, listingId)
  if (listing.status === 'none' || listing.hostAccountId !== booking.hostAccountId)
    return { listingId, refusal: toRefusal(unknown), usualMinor: null }
  const { checkIn, checkOut, party } = booking
  const unfit = refuseHome(booking, listing)
  const obstacles = await findObstacles(bookingId, { listingId, checkIn, checkOut }, listing, now, readState)
  const taken = obstacles.length === 0 ? null : reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.')
  const { pricing, overrides } = listing
  const guests = { guests: party.adults + party.children, pets: party.pets }
  return {
    listingId,
    refusal: toRefusal(unfit ?? taken),
    usualMinor: pricing === null ? null : quoteStay(pricing, overrides, booking, guests).totalMinor,
  }
}

/** Which listings a stay can move to, for those who may move it (docs/domain/booking.md#moves). Changes nothing. */
export const createPreviewMove = ({ handler, now }: PreviewMoveParts) => {
  const readState: ReadState = async (of, id, { fresh = false } = {}) =>
    (await handler.view(of, id, fresh ? 0 : MAX_AGE_MS)).state

  return async (
    principal: Principal,
    bookingId: Id,
    { listingIds }: MovePreviewRequest,
  ): Promise<Previewed<MovePreview> | Refused> => {
    const key = newId()
    const data = { toListingId: bookingId, message: '' }
    const sent = { type: 'MoveBooking', id: bookingId, data, principal, commandId: key, correlationId: key }
    const target = await handler.locate(sent)
    if (target.kind === 'rejected') return target
    const { state: booking } = await handler.view(bookingFold, bookingId, 0)
    if (booking.status === 'none') return refuse('NOT_FOUND', 'This booking doesn’t exist.')
    const late = refuseMoving(booking, now())
    if (late !== null) return refuse(late.code, late.detail, late.facts)
    const own = principal.listingIds
    const shown = listingIds.filter(
      (listingId) => listingId !== booking.listingId && (own === 'all' || own.includes(listingId)),
    )
    const options = await Promise.all(
      shown.map((listingId) => previewOption(bookingId, booking, listingId, now(), readState)),
    )
    const seesMoney = maySee(principal, 'booking.money')
    return {
      kind: 'previewed',
      preview: {
        bookingId,
        currency: booking.money.currency,
        agreedMinor: seesMoney ? booking.money.hostSubtotalMinor : null,
        options: options.map((option) => (seesMoney ? option : { ...option, usualMinor: null })),
      },
    }
  }
}
