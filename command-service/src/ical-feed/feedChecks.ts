import { POLL_MINUTES, STALE_HOURS, icalFeeds } from '@hearth/contracts/ical-feed'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { isMissing } from '../workers/dueWork.ts'
import type { Marks } from './fetchFeed.ts'

const feeds = qualified(icalFeeds.table)
/** A feed that is failing is fetched less often. Minutes. */
const FAILING_POLL_MINUTES = 60
/** Repeated requests for a fetch are followed this often. Seconds. */
const MIN_PAUSE_S = 10

const FOLLOW = `
  with
    gone as (
      delete from app.feed_check c
      where
        c.added_at < $1::timestamptz - interval '1 hour'
        and not exists (select from ${feeds} f where f.id = c.feed_id)
    )
  insert into app.feed_check (feed_id, added_at, next_at)
  select id, $1, $1
  from ${feeds}
  on conflict do nothing`
const TAKE = `
  update app.feed_check
  set next_at = $1::timestamptz + make_interval(mins => ${POLL_MINUTES}), tried_at = $1
  where
    feed_id in (
      select feed_id
      from app.feed_check
      where next_at <= $1
      order by next_at
      limit $2
      for update skip locked
    )
  returning feed_id as "feedId", etag, last_modified as "lastModified"`
const HASTEN = `
  insert into app.feed_check as c (feed_id, added_at, next_at)
  values ($1, $2, $2)
  on conflict (feed_id) do update
  set
    next_at = least(
      c.next_at,
      greatest($2, c.tried_at + make_interval(secs => ${MIN_PAUSE_S}))
    )`
const STALE = `
  select feed_id as "feedId", coalesce(checked_at, added_at) as since
  from app.feed_check
  where
    stale_at is null
    and coalesce(checked_at, added_at) <= $1::timestamptz - make_interval(hours => ${STALE_HOURS})
  limit 100`

export type TakenCheck = Marks & Readonly<{ feedId: string }>

/**
 * When each feed is due, and when it was last read successfully. No event records this, and it can be lost:
 * every feed is then fetched again.
 */
export const openFeedChecks = (pool: pg.Pool) => ({
  /** Adds new feeds and drops those that are gone. */
  follow: async (now: Instant): Promise<void> => {
    await pool.query(FOLLOW, [now]).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  },
  /** Takes feeds that are due; no other process takes them until they are due again. */
  take: async (now: Instant, limit: number): Promise<readonly TakenCheck[]> =>
    (await pool.query<TakenCheck>(TAKE, [now, limit])).rows,
  /** Makes a feed due now. */
  hasten: async (feedId: string, now: Instant): Promise<void> => {
    await pool.query(HASTEN, [feedId, now])
  },
  succeeded: async (
    feedId: string,
    now: Instant,
    marks: Marks | undefined,
    bodyHash: string | undefined,
  ): Promise<void> => {
    await pool.query(
      `
        update app.feed_check
        set
          checked_at = $2,
          stale_at = null,
          body_hash = coalesce($3, body_hash),
          etag = case when $4 then $5 else etag
          end,
          last_modified = case when $4 then $6 else last_modified
          end
        where feed_id = $1`,
      [feedId, now, bodyHash ?? null, marks !== undefined, marks?.etag ?? null, marks?.lastModified ?? null],
    )
  },
  /** `failing`: it is fetched less often from now. */
  failed: async (feedId: string, now: Instant, failing: boolean): Promise<void> => {
    if (failing)
      await pool.query(
        'update app.feed_check set next_at = $2::timestamptz + make_interval(mins => $3) where feed_id = $1',
        [feedId, now, FAILING_POLL_MINUTES],
      )
  },
  forget: async (feedId: string): Promise<void> =>
    void (await pool.query('delete from app.feed_check where feed_id = $1', [feedId])),
  stale: async (now: Instant): Promise<readonly Readonly<{ feedId: string; since: Instant }>[]> =>
    (await pool.query<{ feedId: string; since: Instant }>(STALE, [now])).rows,
  staleMarked: async (feedId: string, now: Instant): Promise<void> =>
    void (await pool.query('update app.feed_check set stale_at = $2 where feed_id = $1', [feedId, now])),
})
export type FeedChecks = ReturnType<typeof openFeedChecks>
