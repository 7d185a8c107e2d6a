import { FEED_HEALTHS, icalFeeds, zFeedHealth, type FeedHealth } from '@hearth/contracts/ical-feed'
import {
  FEEDS_PER_PAGE,
  zFeedHealthQuery,
  zFollowedFeed,
  type FeedHealthOverview,
} from '@hearth/contracts/ical-feed/feedHealth'
import { accounts } from '@hearth/contracts/account'
import { listings } from '@hearth/contracts/listing'
import { route, type Route } from '@hearth/platform/http/route'
import { qualified } from '@hearth/platform/read-model/tables'
import { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { zStoredInstant } from '../runtime/storedInstant.ts'
import { waitForToken } from '../runtime/token.ts'

const TABLES = [icalFeeds.table, listings.table, accounts.table]
const [feed, listing, account] = TABLES.map(qualified)
/** What needs a person comes first. */
const BY_URGENCY = [
  'quarantined',
  'failing',
  'stale',
  'pending',
  'ok',
] as const satisfies readonly FeedHealth[]

const COUNTS = `
  select health, count(*)::int as feeds
  from ${feed}
  group by health`
// No read model says when feeds are fetched, so the query is run as the service: the capability admits staff.
const FEEDS = `
  select
    f.id,
    f.listing_id as "listingId",
    l.title as "listingTitle",
    f.tenant_id as "hostAccountId",
    a.display_name as "hostName",
    f.source,
    f.health,
    f.health_since as "healthSince",
    f.problem,
    f.attempts,
    f.unread,
    coalesce(c.checked_at, f.checked_at) as "checkedAt",
    c.tried_at as "triedAt",
    c.next_at as "nextAt"
  from
    ${feed} f
    left join ${listing} l on l.id = f.listing_id
    left join ${account} a on a.id = f.tenant_id
    left join app.feed_check c on c.feed_id = f.id
  where $1::text is null or f.health = $1
  order by array_position($2::text[], f.health), f.health_since, f.id
  limit ${FEEDS_PER_PAGE}
  offset $3`

const zStored = zFollowedFeed.extend({
  healthSince: zStoredInstant,
  checkedAt: zStoredInstant.nullable(),
  triedAt: zStoredInstant.nullable(),
  nextAt: zStoredInstant.nullable(),
})
const zCounts = z.array(z.object({ health: zFeedHealth, feeds: z.int() }))

/**
 * `GET /api/feed-health`: the calendar feeds of all accounts by state, with when each was understood last and
 * is fetched next. Staff only (docs/domain/ical-feed.md#health).
 */
export const feedHealthRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/feed-health',
    access: { capability: 'projection.read' },
    tenant: 'any',
    rate: 'read',
    query: zFeedHealthQuery,
    handler: async ({ query: { health, page }, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const [counted, { rows }] = await Promise.all([
        sources.pool.query(COUNTS),
        sources.pool.query(FEEDS, [health ?? null, BY_URGENCY, (page - 1) * FEEDS_PER_PAGE]),
      ])
      const found = new Map(zCounts.parse(counted.rows).map((one) => [one.health, one.feeds]))
      const counts = FEED_HEALTHS.map((each) => ({ health: each, feeds: found.get(each) ?? 0 }))
      const feeds = rows.map((row) => zStored.parse(row))
      sources.accessLog.note(feeds.map(({ id, hostAccountId: tenantId }) => ({ id, tenantId })))
      const body: FeedHealthOverview = {
        counts,
        total: counts
          .filter((one) => health === undefined || one.health === health)
          .reduce((total, one) => total + one.feeds, 0),
        feeds,
      }
      return { status: 200, headers: position, body }
    },
  })
