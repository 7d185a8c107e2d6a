import { streamNameFilter, type AllStreamSubscription, type EventStoreDBClient } from '@eventstore/db-client'
import { formatStream } from '@hearth/contracts/kernel/message'
import { createWaker } from '../retry/waker.ts'
import type { Log } from '../telemetry/log.ts'
import { abandon } from './abandon.ts'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import type { Connection } from './connection.ts'
import { createDelivery } from './delivery.ts'
import type { FeedItem, Position } from './port.ts'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 3_000
const EVENTS_PER_CHECKPOINT = 1_024
/** After so long without anything new, a node of a cluster is asked whether it is there. */
const ASK_AFTER_MS = 2_000

const isAfter = (position: Position, other: Position): boolean =>
  position.commit > other.commit || (position.commit === other.commit && position.prepare > other.prepare)

/** The server filters by stream name and reports its position after every `EVENTS_PER_CHECKPOINT` events. */
const createFilter = (categories: readonly string[], onCheckpoint: (position: Position) => void) =>
  streamNameFilter({
    prefixes: categories.map((category) => formatStream(category, '')),
    maxSearchWindow: EVENTS_PER_CHECKPOINT,
    checkpointInterval: 1,
    checkpointReached: (_, position) => onCheckpoint(position),
  })

/** The part of the client's subscription that the feed uses. */
export type Subscription = Pick<AllStreamSubscription, 'read' | 'readableLength'> & {
  on(name: 'error', listener: (error: Error) => void): unknown
  on(name: 'end' | 'close' | 'caughtUp' | 'readable', listener: () => void): unknown
}

/**
 * Turns one subscription into an ordered sequence of items. It ends when the signal aborts and throws when
 * the subscription fails or ends. Anything may arrive during a `yield` or an `await`, so each pass asks the
 * delivery again what is due and the waker remembers what came in between.
 */
export async function* follow<Subscribed extends Subscription>(
  subscribe: (onCheckpoint: (position: Position) => void) => Subscribed,
  leave: (subscription: Subscribed) => void,
  leaveIfSilent: () => Promise<boolean>,
  signal: AbortSignal,
): AsyncGenerator<FeedItem, void, undefined> {
  let failure: Error | undefined
  const { wake, sleep } = createWaker()
  const announce = (item: FeedItem) => {
    delivery.announce(item)
    wake()
  }
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  const end = () => fail(new Error('The server ended the subscription'))

  const subscription = subscribe((position) => announce({ kind: 'checkpoint', position }))
  const delivery = createDelivery(subscription)
  // The error listener is never removed: an error without a listener would end the process.
  subscription.on('error', fail)
  subscription.on('end', end)
  subscription.on('close', end)
  subscription.on('caughtUp', () => announce({ kind: 'caught-up' }))
  subscription.on('readable', wake)
  signal.addEventListener('abort', wake)
  try {
    while (!signal.aborted) {
      const item = delivery.next()
      if (item) yield item
      else if (failure) throw failure
      else if (!(await sleep(ASK_AFTER_MS)) && (await leaveIfSilent()))
        fail(new Error('The node of the event store has gone silent'))
    }
  } finally {
    signal.removeEventListener('abort', wake)
    leave(subscription)
  }
}
const positionOf = (item: FeedItem): Position | undefined =>
  item.kind === 'event' ? item.event.position : item.kind === 'checkpoint' ? item.position : undefined

export type FeedOptions = Readonly<{
  connection: Readonly<{ client: Pick<EventStoreDBClient, 'subscribeToAll'> }> &
    Pick<Connection, 'leaveIfSilent' | 'toStoreError'>
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
  connection: { client, leaveIfSilent, toStoreError },
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
      const subscribe = (onCheckpoint: (position: Position) => void) =>
        client.subscribeToAll({
          fromPosition,
          resolveLinkTos: false,
          ...(categories && { filter: createFilter(categories, onCheckpoint) }),
        })
      for await (const item of follow(subscribe, leave, leaveIfSilent, signal)) {
        failures = 0
        handedOver = positionOf(item) ?? handedOver
        yield item
      }
    } catch (error) {
      log.warn({ err: toStoreError(error), failures }, 'event store: feed lost, it will be resumed')
    }
    await pause(computeBackoffMs(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal)
  }
}
