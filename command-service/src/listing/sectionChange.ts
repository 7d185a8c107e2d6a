import { toStored, type Change, type ListingEvent, type SectionName } from '@hearth/contracts/listing'
import type { Context } from '../runtime/decider.ts'
import { baseFields } from './common.ts'
import type { ListingFacts } from './listing.facts.ts'
import { sectionStateOf, type Listing } from './listing.state.ts'

type Ctx = Context<ListingFacts>

export const sectionChanged = (
  listing: Listing,
  section: SectionName,
  change: Change,
  ctx: Ctx,
  editId: string | null,
): ListingEvent => ({
  type: 'ListingSectionChanged',
  data: {
    ...baseFields(listing, ctx),
    section,
    version: sectionStateOf(listing, section).version + 1,
    ...toStored(section, change),
    changedBy: { id: ctx.actor.id, kind: ctx.actor.kind },
    editId,
  },
})
