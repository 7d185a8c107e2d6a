import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zFeedHealth, zIcalFeedRow } from './resource.ts'

/** Feeds of a page. */
export const FEEDS_PER_PAGE = 50

/** `health`: one state only; else all, what needs attention first. */
export const zFeedHealthQuery = z.strictObject({
  health: zFeedHealth.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

export const zFollowedFeed = zIcalFeedRow
  .pick({
    id: true,
    listingId: true,
    source: true,
    health: true,
    healthSince: true,
    problem: true,
    attempts: true,
    unread: true,
    checkedAt: true,
  })
  .extend({
    listingTitle: z.string().nullable(),
    hostAccountId: z.string(),
    hostName: z.string().nullable(),
    /** When it was last fetched, understood or not. */
    triedAt: zInstant.nullable(),
    /** When it is fetched next; null while no process follows it. */
    nextAt: zInstant.nullable(),
  })
export type FollowedFeed = z.infer<typeof zFollowedFeed>

/** `GET /api/feed-health`: the calendar feeds of all accounts. Staff only. */
export const zFeedHealthOverview = z.strictObject({
  counts: z.array(z.strictObject({ health: zFeedHealth, feeds: z.int() })),
  total: z.int(),
  feeds: z.array(zFollowedFeed),
})
export type FeedHealthOverview = z.infer<typeof zFeedHealthOverview>
