import type { IcalFeedCommand } from '@hearth/contracts/ical-feed'
import type { Load } from '../runtime/decider.ts'

export type IcalFeedFacts = Readonly<{
  /** Calendars that the listing follows already; none for commands that add no feed. */
  followed: number
}>

export type IcalFeedFactPorts = Readonly<{
  /** How many calendars a listing of the account follows, as the read models know it. */
  countFeeds: (hostAccountId: string, listingId: string) => Promise<number>
}>

export const createIcalFeedFactLoader =
  ({ countFeeds }: IcalFeedFactPorts): Load<IcalFeedCommand, IcalFeedFacts> =>
  async ({ type, data }, { tenantId }) => ({
    followed: type === 'AddFeed' ? await countFeeds(tenantId, data.listingId) : 0,
  })
