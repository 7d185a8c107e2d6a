import type { ListingEvent } from '@hearth/contracts/listing'
import { reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import type { Listing, ListingState } from './listing.state.ts'

type Decide<D, F, E extends ListingEvent> = (data: D, listing: Listing, ctx: Context<F>) => Decision<E>
type DecideAny<D, F, E extends ListingEvent> = (data: D, state: ListingState, ctx: Context<F>) => Decision<E>

export const notFound = reject('NOT_FOUND', 'This listing doesn’t exist.')
const delisted = reject(
  'INVALID_TRANSITION',
  'This listing has been removed. Duplicate it to list the place again.',
)

/** The fields of every event of the listing. */
export const baseFields = ({ hostAccountId }: Listing, { id }: Pick<Context<unknown>, 'id'>) => ({
  listingId: id,
  hostAccountId,
})

export const wrongState = (detail: string) => reject('INVALID_TRANSITION', detail)

/** For commands on a listing that exists. */
export const onExisting =
  <D, F, E extends ListingEvent>(decide: Decide<D, F, E>): DecideAny<D, F, E> =>
  (data, state, ctx) =>
    state.status === 'none' ? notFound : decide(data, state, ctx)

/** For commands that a listing accepts until it is delisted. */
export const onListed = <D, F, E extends ListingEvent>(decide: Decide<D, F, E>): DecideAny<D, F, E> =>
  onExisting<D, F, E>((data, listing, ctx) =>
    listing.status === 'delisted' ? delisted : decide(data, listing, ctx),
  )

/** Why a command that names files is refused. */
export const refuseFiles = (unknownFiles: readonly string[]): Rejected | undefined => {
  const detail = 'isn’t a file of this listing; upload it first'
  return unknownFiles.length === 0
    ? undefined
    : reject('VALIDATION_FAILED', detail, { errors: unknownFiles.map((pointer) => ({ pointer, detail })) })
}

/**
 * Whether a host acts on a live listing under full service: its curators change parts of it, and it ends with
 * notice (docs/domain/listing.md#curated-content, docs/domain/listing.md#delisting).
 */
export const isHostOfManaged = (
  { feeModel, status }: Listing,
  { actor }: Pick<Context<unknown>, 'actor'>,
): boolean =>
  actor.kind === 'host' && feeModel === 'full_service' && (status === 'live' || status === 'paused')
