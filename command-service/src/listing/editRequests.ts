import { changeBy, readAnswers, type ListingCommand, type ListingEvent } from '@hearth/contracts/listing'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import { onListed, baseFields } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import { sectionStateOf, type Listing } from './listing.state.ts'
import { applyPhotoRequest } from './photos.ts'
import { sectionChanged } from './sectionChange.ts'

type Ctx = Context<ListingFacts>
type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']

const noEdit = reject('NOT_FOUND', 'This request is no longer open.')
const findEdit = (listing: Listing, editId: string) =>
  Object.hasOwn(listing.openEdits, editId) ? listing.openEdits[editId] : undefined
const about = (listing: Listing, ctx: Ctx, editId: string) => ({ ...baseFields(listing, ctx), editId })

const approveEdit = (
  { editId }: Data<'ApproveListingEdit'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const edit = findEdit(listing, editId)
  if (edit === undefined) return noEdit
  const { section } = edit
  const approved: ListingEvent = {
    type: 'ListingEditApproved',
    data: { ...about(listing, ctx, editId), by: ctx.actor.id },
  }
  if (section === 'photos') return accept<ListingEvent>([approved, ...applyPhotoRequest(listing, edit, ctx)])
  const change = changeBy(sectionStateOf(listing, section).values, readAnswers(section, edit.after))
  return accept<ListingEvent>([
    approved,
    ...(change === undefined ? [] : [sectionChanged(listing, section, change, ctx, editId)]),
  ])
}

const declineEdit = (
  { editId, reason }: Data<'DeclineListingEdit'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> =>
  findEdit(listing, editId) === undefined
    ? noEdit
    : accept<ListingEvent>([
        { type: 'ListingEditDeclined', data: { ...about(listing, ctx, editId), by: ctx.actor.id, reason } },
      ])

const withdrawEdit = (
  { editId }: Data<'WithdrawListingEdit'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> =>
  findEdit(listing, editId) === undefined
    ? noEdit
    : accept<ListingEvent>([{ type: 'ListingEditWithdrawn', data: about(listing, ctx, editId) }])

/** Requests of hosts to change a curated part, and the curators' answers. */
export const decideEditRequests: DecideListing<
  'WithdrawListingEdit' | 'ApproveListingEdit' | 'DeclineListingEdit'
> = {
  WithdrawListingEdit: onListed(withdrawEdit),
  ApproveListingEdit: onListed(approveEdit),
  DeclineListingEdit: onListed(declineEdit),
}
