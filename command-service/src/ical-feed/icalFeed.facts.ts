import type { IcalFeedCommand } from '@hearth/contracts/ical-feed'
import type { Load } from '../runtime/decider.ts'

export type IcalFeedFacts = Readonly<{
  /** Calendars that the listing follows already; none for commands that add no feed. */
  followed: number
}>

export const loadIcalFeedFacts: Load<IcalFeedCommand, IcalFeedFacts> = async (
  { type, data },
  { tenantId },
  { feedsOf },
) => ({ followed: type === 'AddFeed' ? await feedsOf(tenantId, data.listingId) : 0 })
