import { newId } from '@hearth/contracts/kernel/ids'
import type { Principal } from '@hearth/platform/session/principal'
import type { Envelope } from '../../runtime/outcome.ts'
import { accepted, command, inDays, PEOPLE, receive, type TestService } from '../../testing/fixture.ts'
import { openPlace, type Place } from '../../testing/place.ts'
import { reimbursementFold } from '../reimbursement.state.ts'

/** A reviewer of Hearth, with every right that the review needs. */
export const reviewer = (id: string): Principal => ({
  actor: { id, kind: 'staff', role: 'admin', name: id },
  listingIds: 'all',
})

export type Filed = Place & Readonly<{ bookingId: string; claimId: string; itemIds: readonly string[] }>

/** A photo of the listing, without its bytes. */
const recordPhoto = async ({ pool }: Pick<TestService, 'pool'>, { accountId, listingId }: Place) => {
  const id = newId()
  await pool.query(
    `
      insert into app.upload (id, tenant_id, listing_id, name, type, size, width, height, state, sha256)
      values ($1, $2, $3, 'photo.jpg', 'image/jpeg', 1, 800, 600, 'clean', 'a')`,
    [id, accountId, listingId],
  )
  return id
}

/** A stay that ended two days ago. */
export const bookPastStay = async ({ handle }: Pick<TestService, 'handle'>, place: Place): Promise<string> =>
  accepted(await handle(receive(place, inDays(-6), 4, { source: 'import' }, { principal: PEOPLE.importer })))
    .id

/** What the owner sends to claim these amounts for a stay, each with its evidence. */
export const fileClaim = async (
  service: Pick<TestService, 'handle' | 'handler' | 'pool'>,
  place: Place,
  bookingId: string,
  amounts: readonly number[],
  description = 'Front door',
): Promise<Filed> => {
  const owner = PEOPLE.owner(place.accountId)
  const { listingId } = place
  const drafted = { kind: 'damage', listingId, bookingId, incidentId: null, after: null }
  const { id: claimId } = accepted(await service.handle(command('DraftReimbursement', owner, drafted)))
  const send = async (type: string, data: object) =>
    accepted(await service.handle(command(type, owner, data, { id: claimId })))
  for (const claimedMinor of amounts) {
    await send('AddReimbursementItem', {
      description,
      category: 'structure',
      claimedMinor,
      costMinor: null,
      repairQuoteMinor: null,
      purchasedOn: null,
      lostBookingIds: [],
    })
  }
  for (const kind of ['photo_after', 'invoice'])
    await send('AttachReimbursementEvidence', {
      fileId: await recordPhoto(service, place),
      itemId: null,
      kind,
    })
  await send('SubmitReimbursement', {})
  const { state } = await service.handler.view(reimbursementFold, claimId, 0)
  const itemIds = state.status === 'none' ? [] : state.items.map(({ itemId }) => itemId)
  return { ...place, bookingId, claimId, itemIds }
}

/** A claim about a past stay of a place of its own. */
export const openFiledClaim = async (
  service: Pick<TestService, 'handle' | 'handler' | 'pool'>,
  amounts: readonly number[],
): Promise<Filed> => {
  const place = await openPlace(service)
  return fileClaim(service, place, await bookPastStay(service, place), amounts)
}

/** The guest's answer by the gateway. */
export const respond = ({ accountId, claimId }: Filed, acceptedItemIds: readonly string[]): Envelope =>
  command(
    'RecordGuestResponse',
    PEOPLE.gateway,
    { acceptedItemIds, text: acceptedItemIds.length === 0 ? 'That was not us.' : null },
    { id: claimId, hostAccountId: accountId },
  )

/** A decision that approves each item in full, or at a market price. */
export const decide = (
  { claimId, itemIds }: Filed,
  by: Principal,
  approvedMinor: number,
  reason: 'approved_full' | 'above_market_quote' = 'approved_full',
): Envelope =>
  command(
    'DecideReimbursement',
    by,
    {
      items: itemIds.map((itemId) => ({
        itemId,
        reason,
        approvedMinor,
        marketMinor: reason === 'above_market_quote' ? approvedMinor : null,
        note: null,
      })),
    },
    { id: claimId },
  )
