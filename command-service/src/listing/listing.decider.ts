import type { ListingCommand, ListingEvent } from '@hearth/contracts/listing'
import { accept, type Decider } from '../runtime/decider.ts'
import { onExisting, onListed, baseFields } from './common.ts'
import { revertSection, updateSection } from './content.ts'
import { decideEditRequests } from './editRequests.ts'
import { decideLifecycle } from './lifecycle.ts'
import type { ListingFacts } from './listing.facts.ts'
import { listingFold, type ListingState } from './listing.state.ts'
import { decideOverrides } from './nightOverrides.ts'
import { decidePhotos } from './photos.ts'
import { decideRegistration } from './registration.ts'
import { decideStart } from './starting.ts'
import { decideTerms } from './terms.ts'

export const listing: Decider<ListingState, ListingCommand, ListingEvent, ListingFacts> = {
  ...listingFold,
  decide: {
    ...decideStart,
    ...decideLifecycle,
    ...decideTerms,
    ...decideOverrides,
    ...decideRegistration,
    ReviewSafety: onExisting((_data, listing, ctx) =>
      listing.safetyLosses.length === 0
        ? accept([])
        : accept<ListingEvent>([
            { type: 'SafetyReviewed', data: { ...baseFields(listing, ctx), by: ctx.actor.id } },
          ]),
    ),
    UpdateListingSection: onListed(updateSection),
    RevertListingSection: onListed(revertSection),
    EraseListingContent: onExisting(({ erasureId }, listing, ctx) =>
      listing.isErased
        ? accept([])
        : accept<ListingEvent>([
            { type: 'ListingContentErased', data: { ...baseFields(listing, ctx), erasureId } },
          ]),
    ),
    ...decideEditRequests,
    ...decidePhotos,
  },
}
