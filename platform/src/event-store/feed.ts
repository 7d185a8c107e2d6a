import {
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { Log } from '../telemetry/log.ts'
import { abandon } from './abandon.ts'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import { decodeEvent, isSystemEvent } from './codec.ts'
import type { FeedItem, Position } from './port.ts'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 3_000
const SKIPPED_PER_CHECKPOINT = 1_024

const isAfter = (position: Position, other: Position): boolean =>
  position.commit > other.commit || (position.commit === other.commit && position.prepare > other.prepare)

// The server looks at streams' names only, and says where it is after each so many events that it left out or
// sent.
const filterOf = (categories: readonly string[], onCheckpoint: (position: Position) => void) =>
  streamNameFilter({
    prefixes: categories.map((category) => formatStream(category, '')),
    maxSearchWindow: SKIPPED_PER_CHECKPOINT,
    checkpointInterval: 1,
    checkpointReached: (_, position) => onCheckpoint(position),
  })

const noop = (): void => undefined

type Subscribe = (onCheckpoint: (position: Position) => void) => AllStreamSubscription

// Turns one subscription's events, states and end into one ordered pull. The client announces `caughtUp` and
// checkpoints when the message arrives, while earlier events still wait in the buffer; so an announcement is
// held until as many events as were buffered have been taken. System events are not handed over; their
// positions become checkpoints, so that a quiet log still advances.
async function* follow(
  subscribe: Subscribe,
  leave: (subscription: AllStreamSubscription) => void,
  signal: AbortSignal,
): AsyncGenerator<FeedItem, void, undefined> {
  let failure: Error | undefined
  let ended = false
  let taken = 0
  let skipped: Position | undefined
  let skippedCount = 0
  const announced: { at: number; item: FeedItem }[] = []
  let wake = noop
  const on = (act: () => void) => () => {
    act()
    wake()
  }
  const announce = (item: FeedItem) =>
    on(() => announced.push({ at: taken + subscription.readableLength, item }))()
  const subscription = subscribe((position) => announce({ kind: 'checkpoint', position }))
  // The error listener stays for good: an error without a listener would end the process.
  subscription.on('error', (error) => on(() => (failure ??= error))())
  subscription.on(
    'end',
    on(() => (ended = true)),
  )
  subscription.on(
    'close',
    on(() => (ended = true)),
  )
  subscription.on('caughtUp', () => announce({ kind: 'caught-up' }))
  subscription.on('readable', on(noop))
  const stop = on(noop)
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      const due = announced[0]
      const isDue = due !== undefined && due.at <= taken
      if (skipped && (isDue || skippedCount >= SKIPPED_PER_CHECKPOINT || subscription.readableLength === 0)) {
        yield { kind: 'checkpoint', position: skipped }
        skipped = undefined
        skippedCount = 0
      }
      if (isDue) {
        announced.shift()
        yield due.item
        continue
      }
      const resolved: AllStreamResolvedEvent | null = subscription.read()
      if (resolved !== null) {
        taken += 1
        const { event } = resolved
        if (event && isSystemEvent(event)) {
          skipped = event.position
          skippedCount += 1
        } else if (event) {
          skipped = undefined
          skippedCount = 0
          yield { kind: 'event', event: decodeEvent(event, event.position) }
        }
      } else if (failure) {
        throw failure
      } else if (ended) {
        throw new Error('The server ended the subscription')
      } else {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    leave(subscription)
  }
}

const positionOf = (item: FeedItem): Position | undefined =>
  item.kind === 'event' ? item.event.position : item.kind === 'checkpoint' ? item.position : undefined

export type FeedOptions = Readonly<{
  client: Pick<EventStoreDBClient, 'subscribeToAll'>
  from: () => Promise<Position | 'start'>
  categories?: readonly string[] | undefined
  signal: AbortSignal
  log: Log
}>

/**
 * The port's feed. After a lost subscription it goes on from the later of `from()` and the last item handed
 * over, so that one iteration never hands over an event twice: its consumer may still hold the earlier ones
 * uncommitted.
 */
export async function* followForever({
  client,
  from,
  categories,
  signal,
  log,
}: FeedOptions): AsyncGenerator<FeedItem, void, undefined> {
  const leave = (left: AllStreamSubscription) =>
    abandon(
      left,
      () => left.unsubscribe(),
      (error) => log.debug({ err: error }, 'event store: nothing to unsubscribe'),
    )
  let handedOver: Position | undefined
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const committed = await from()
      const fromPosition =
        handedOver && (committed === 'start' || isAfter(handedOver, committed)) ? handedOver : committed
      const subscribe: Subscribe = (onCheckpoint) =>
        client.subscribeToAll({
          fromPosition,
          resolveLinkTos: false,
          ...(categories && { filter: filterOf(categories, onCheckpoint) }),
        })
      for await (const item of follow(subscribe, leave, signal)) {
        failures = 0
        handedOver = positionOf(item) ?? handedOver
        yield item
      }
    } catch (error) {
      log.warn({ err: error, failures }, 'event store: feed lost, it will be resumed')
    }
    await pause(computeBackoffMs(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal)
  }
}
