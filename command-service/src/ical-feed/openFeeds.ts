import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Job } from '@hearth/contracts/kernel/process'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { openFeedChecks, type TakenCheck } from './feedChecks.ts'
import { createFeedNotifier } from './feedNotices.ts'
import { openFeedFetcher, type FeedFetcher } from './fetchFeed.ts'
import { createFeedFollower } from './followFeeds.ts'

const POLL_MS = 1_000
const MAX_CONCURRENT = 8

export type FeedsOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  mail: MailQueue
  publicUrl: URL
  /** An origin that can be fetched although it is not on the public internet; for tests. */
  testOrigin?: string | undefined
  fetcher?: FeedFetcher | undefined
  now: () => Instant
  log: Log
}>

/**
 * Calendar feeds of all listings, each fetched every quarter of an hour by one of the processes
 * (docs/domain/ical-feed.md#health).
 */
export const openFeeds = ({
  pool,
  handler,
  handle,
  mail,
  publicUrl,
  testOrigin,
  fetcher = openFeedFetcher({ testOrigin }),
  now,
  log,
}: FeedsOptions) => {
  const checks = openFeedChecks(pool)
  const follower = createFeedFollower({ handler, handle, checks, fetcher, now })
  const loop = createLoop({ pauseMs: POLL_MS, name: 'feeds', log })

  const guarded = (check: TakenCheck) =>
    follower
      .fetchOne(check)
      .catch((error: unknown) =>
        log.warn({ err: error, instance: check.feedId }, 'feeds: this one is fetched again later'),
      )

  /** Fetches everything that is due. */
  const round = async (): Promise<void> => {
    await checks.follow(now())
    for (;;) {
      const taken = [...(await checks.take(now(), MAX_CONCURRENT))]
      await Promise.all(taken.map(guarded))
      if (taken.length < MAX_CONCURRENT || loop.signal.aborted) break
    }
    await follower.markStale()
  }

  const workers: Readonly<Record<string, Worker>> = {
    'fetch-feed': ({ feedId = '' }: Job['data']) => checks.hasten(feedId, now()),
    'tell-feed': createFeedNotifier({ pool, handler, mail, publicUrl }),
  }

  return {
    round,
    workers,
    start: (): void => loop.start(round),
    stop: async (): Promise<void> => {
      await loop.stop()
      await fetcher.close()
    },
  }
}
