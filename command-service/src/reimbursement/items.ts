import { isVideo } from '@hearth/contracts/file'
import { MAX_EVIDENCE, MAX_ITEMS, type Item, type LostBooking } from '@hearth/contracts/reimbursement'
import { isEqualJson } from '../runtime/isEqualJson.ts'
import { reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import {
  byActor,
  done,
  ofClaim,
  withStep,
  type Data,
  type Decided,
  type ReimbursementContext,
} from './common.ts'
import type { KnownReimbursement } from './reimbursement.state.ts'

/** The item as it is kept, or why it can't be. */
const readItem = (
  { lostBookingIds, ...input }: Data<'AddReimbursementItem'>,
  itemId: string,
  { on, items }: KnownReimbursement,
  { facts }: ReimbursementContext,
): Item | Rejected => {
  const isLost = input.category === 'lost_income'
  if (!isLost && lostBookingIds.length > 0) return wrongField('/lostBookingIds', 'are only for lost income')
  const lostBookings: LostBooking[] = []
  for (const [index, booking] of facts.lostBookings.entries()) {
    const isNamed = items.some(
      (item) =>
        item.itemId !== itemId && item.lostBookings.some((lost) => lost.bookingId === booking?.bookingId),
    )
    if (booking === undefined)
      return wrongField(
        `/lostBookingIds/${index}`,
        'isn’t a later booking of this listing that was cancelled',
      )
    if (isNamed || lostBookings.some((lost) => lost.bookingId === booking.bookingId))
      return wrongField(`/lostBookingIds/${index}`, 'is named already')
    lostBookings.push(booking)
  }
  if (input.purchasedOn !== null && input.purchasedOn > on)
    return wrongField('/purchasedOn', 'is after the stay')
  return { ...input, itemId, lostBookings }
}

const unknownItem = wrongField('/itemId', 'isn’t an item of this claim')
const findItem = ({ items }: KnownReimbursement, itemId: string) =>
  items.find((item) => item.itemId === itemId)

/** Adds the item, or changes the one that has its id. */
const keepItem = (
  data: Data<'AddReimbursementItem'>,
  itemId: string,
  state: KnownReimbursement,
  ctx: ReimbursementContext,
): Decided => {
  const item = readItem(data, itemId, state, ctx)
  if ('ok' in item) return item
  const known = findItem(state, itemId)
  const kept = { ...ofClaim(state, ctx), item }
  if (known === undefined) return done({ type: 'ReimbursementItemAdded', data: kept })
  return isEqualJson(known, item) ? done() : done({ type: 'ReimbursementItemChanged', data: kept })
}

/** What is claimed, and what proves it (docs/domain/reimbursement.md#evidence). */
export const decideItems = {
  AddReimbursementItem: withStep('AddReimbursementItem', (data: Data<'AddReimbursementItem'>, state, ctx) => {
    const itemId = ctx.idFor('item')
    return state.items.length >= MAX_ITEMS && findItem(state, itemId) === undefined
      ? reject('LIMIT_EXCEEDED', `A claim has ${MAX_ITEMS} items at most.`, {
          rule: 'items',
          limit: MAX_ITEMS,
        })
      : keepItem(data, itemId, state, ctx)
  }),
  ChangeReimbursementItem: withStep(
    'ChangeReimbursementItem',
    ({ itemId, ...input }: Data<'ChangeReimbursementItem'>, state, ctx) =>
      findItem(state, itemId) === undefined ? unknownItem : keepItem(input, itemId, state, ctx),
  ),
  RemoveReimbursementItem: withStep(
    'RemoveReimbursementItem',
    ({ itemId }: Data<'RemoveReimbursementItem'>, state, ctx) =>
      findItem(state, itemId) === undefined
        ? unknownItem
        : done({ type: 'ReimbursementItemRemoved', data: { ...ofClaim(state, ctx), itemId } }),
  ),
  AttachReimbursementEvidence: withStep(
    'AttachReimbursementEvidence',
    ({ itemId, kind }: Data<'AttachReimbursementEvidence'>, state, ctx) => {
      const { file } = ctx.facts
      if (file === undefined) return wrongField('/fileId', 'isn’t an accepted file of this claim')
      if (isVideo(file.type) && kind !== 'other')
        return wrongField('/kind', 'a video is other evidence: photos and papers are still needed')
      if (kind.startsWith('photo_') && !file.type.startsWith('image/'))
        return wrongField('/kind', 'isn’t possible: the file isn’t a photo')
      if (itemId !== null && findItem(state, itemId) === undefined) return unknownItem
      if (state.evidence.some(({ fileId }) => fileId === file.fileId))
        return wrongField('/fileId', 'is attached already')
      if (state.evidence.length >= MAX_EVIDENCE)
        return reject('LIMIT_EXCEEDED', `A claim has ${MAX_EVIDENCE} files at most.`, {
          rule: 'evidence',
          limit: MAX_EVIDENCE,
        })
      const evidence = { ...file, itemId, kind, ...byActor(ctx), addedAt: ctx.now }
      return done({ type: 'ReimbursementEvidenceAttached', data: { ...ofClaim(state, ctx), evidence } })
    },
  ),
  RemoveReimbursementEvidence: withStep(
    'RemoveReimbursementEvidence',
    ({ fileId }: Data<'RemoveReimbursementEvidence'>, state, ctx) =>
      state.evidence.some((file) => file.fileId === fileId)
        ? done({ type: 'ReimbursementEvidenceRemoved', data: { ...ofClaim(state, ctx), fileId } })
        : wrongField('/fileId', 'isn’t evidence of this claim'),
  ),
}
