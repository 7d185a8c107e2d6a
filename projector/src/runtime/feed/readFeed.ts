import { computeBackoffMs, pause } from '@hearth/platform/retry/backoff'
import type { EventStore, FeedItem, Recorded } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { computeBucket } from '@hearth/platform/read-model/bucket'
import type { EventReader, ReadEvent } from '@hearth/platform/read-model/eventReader'
import { earliest } from '../segments/checkpoint.ts'
import type { Runner } from './runner.ts'
import { createWaker } from '@hearth/platform/retry/waker'

const BUFFER_LIMIT = 512
/**
 * What comes so soon after the last handing over waits for the next one, or until there is much of it: all of
 * it is opened with one query and, at the end of the log, written in one transaction for each projection,
 * which cost far more than an event. Who waits for his own change does not notice.
 */
const REST_MS = 40

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => (made ??= make())
}

/** `categories`: it reads no others, and the runners' positions move on in steps. */
export type FeedOptions = Readonly<{
  store: Pick<EventStore, 'feed'>
  read: EventReader
  runners: readonly Runner[]
  categories?: readonly string[] | undefined
  log: Log
  signal: AbortSignal
}>

/**
 * Reads the log once and hands it to all runners, opened and in today's shapes. It is as fast as the slowest
 * runner and holds a bounded number of events; a runner that has stopped no longer counts. Ends when the
 * signal aborts.
 */
export const readFeed = async ({
  store,
  read,
  runners,
  categories,
  log,
  signal,
}: FeedOptions): Promise<void> => {
  const arrived = createWaker()
  const taken = createWaker()
  let buffer: FeedItem[] = []
  const onAbort = () => {
    arrived.wake()
    taken.wake()
  }
  signal.addEventListener('abort', onAbort)
  const active = () => runners.filter((runner) => runner.state() !== 'failed')

  const receive = async (): Promise<void> => {
    for await (const item of store.feed({
      from: async () => earliest(active().map((runner) => runner.committed())),
      categories,
      signal,
    })) {
      buffer.push(item)
      // Who rests need not hear of each.
      if (buffer.length === 1 || buffer.length >= BUFFER_LIMIT) arrived.wake()
      while (buffer.length >= BUFFER_LIMIT && !signal.aborted) await taken.sleep()
    }
  }

  const readUntilDone = async (events: readonly Recorded[]): Promise<readonly ReadEvent[]> => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        return await read(events)
      } catch (error) {
        log.warn(
          { err: error, attempt: failures },
          'projection: events could not be opened, it will be repeated',
        )
        await pause(computeBackoffMs(failures, 50, 3_000), signal)
      }
    }
    return []
  }

  const handOver = async (items: readonly FeedItem[]): Promise<void> => {
    const opened = await readUntilDone(items.flatMap((item) => (item.kind === 'event' ? [item.event] : [])))
    if (signal.aborted) return
    let index = 0
    for (const item of items) {
      if (item.kind === 'event') {
        const event = opened[index]
        index += 1
        if (!event) continue
        const bucket = once(() => computeBucket(item.event.metadata['tenantId'] ?? ''))
        for (const runner of runners) runner.offer(item.event, event, bucket)
      } else if (item.kind === 'checkpoint') for (const runner of runners) runner.pass(item.position)
      else for (const runner of runners) runner.caughtUp()
    }
    await Promise.all(active().map((runner) => runner.room()))
  }

  const distribute = async (): Promise<void> => {
    let restsUntil = 0
    while (!signal.aborted) {
      const rest = restsUntil - performance.now()
      if (buffer.length === 0) await arrived.sleep()
      else if (rest > 0 && buffer.length < BUFFER_LIMIT) await arrived.sleep(rest)
      else {
        const items = buffer
        buffer = []
        taken.wake()
        restsUntil = performance.now() + REST_MS
        await handOver(items)
      }
    }
  }

  try {
    await Promise.all([receive(), distribute()])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
