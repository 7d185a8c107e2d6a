import type { AllStreamResolvedEvent, AllStreamSubscription, EventStoreDBClient } from '@eventstore/db-client'
import type { Log } from '../log.ts'
import { abandon } from './abandon.ts'
import { backoffMilliseconds, pause } from './backoff.ts'
import { decodeEvent, isSystemEvent } from './codec.ts'
import type { FeedItem, Position } from './port.ts'

const FIRST_PAUSE_MILLISECONDS = 100
const LONGEST_PAUSE_MILLISECONDS = 3_000
const SKIPPED_PER_CHECKPOINT = 1_024

const isAfter = (position: Position, other: Position): boolean =>
  position.commit > other.commit || (position.commit === other.commit && position.prepare > other.prepare)

const noop = (): void => undefined

// Turns the subscription's events, states and end into one ordered pull. The client announces `caughtUp` when the message arrives, while
// earlier events still wait in the buffer; so the announcement is held until as many events as were buffered have been taken.
async function* pull(subscription: AllStreamSubscription, signal: AbortSignal) {
  let failure: Error | undefined
  let ended = false
  let taken = 0
  const caughtUpAt: number[] = []
  let wake = noop
  const on = (act: () => void) => () => {
    act()
    wake()
  }
  // The error listener stays for good: an error without a listener would end the process.
  subscription.on('error', (error) => on(() => (failure ??= error))())
  subscription.on('end', on(() => (ended = true)))
  subscription.on('close', on(() => (ended = true)))
  subscription.on('caughtUp', on(() => caughtUpAt.push(taken + subscription.readableLength)))
  subscription.on('readable', on(noop))
  const stop = on(noop)
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      const due = caughtUpAt[0]
      if (due !== undefined && due <= taken) {
        caughtUpAt.shift()
        yield 'caught-up' as const
        continue
      }
      const resolved: AllStreamResolvedEvent | null = subscription.read()
      if (resolved !== null) {
        taken += 1
        yield resolved
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
  }
}

// One subscription as feed items. System events are not handed over; their positions become checkpoints, so that a quiet log still advances.
async function* follow(subscription: AllStreamSubscription, signal: AbortSignal): AsyncGenerator<FeedItem, void, undefined> {
  let skipped: Position | undefined
  let skippedCount = 0
  for await (const item of pull(subscription, signal)) {
    if (item !== 'caught-up') {
      if (!item.event) continue
      const { position } = item.event
      if (!isSystemEvent(item.event)) {
        skipped = undefined
        skippedCount = 0
        yield { kind: 'event', event: decodeEvent(item.event, position) }
        continue
      }
      skipped = position
      skippedCount += 1
    }
    if (skipped && (item === 'caught-up' || skippedCount >= SKIPPED_PER_CHECKPOINT || subscription.readableLength === 0)) {
      yield { kind: 'checkpoint', position: skipped }
      skipped = undefined
      skippedCount = 0
    }
    if (item === 'caught-up') yield { kind: 'caught-up' }
  }
}

const positionOf = (item: FeedItem): Position | undefined =>
  item.kind === 'event' ? item.event.position : item.kind === 'checkpoint' ? item.position : undefined

export type FeedOptions = Readonly<{ client: Pick<EventStoreDBClient, 'subscribeToAll'>; from: () => Promise<Position | 'start'>; signal: AbortSignal; log: Log }>

/**
 * The port's feed. After a lost subscription it goes on from the later of `from()` and the last item handed over, so that one iteration
 * never hands over an event twice: its consumer may still hold the earlier ones uncommitted.
 */
export async function* followForever({ client, from, signal, log }: FeedOptions): AsyncGenerator<FeedItem, void, undefined> {
  let handedOver: Position | undefined
  for (let failures = 0; !signal.aborted; failures += 1) {
    let subscription: AllStreamSubscription | undefined
    try {
      const committed = await from()
      const fromPosition = handedOver && (committed === 'start' || isAfter(handedOver, committed)) ? handedOver : committed
      subscription = client.subscribeToAll({ fromPosition, resolveLinkTos: false })
      for await (const item of follow(subscription, signal)) {
        failures = 0
        handedOver = positionOf(item) ?? handedOver
        yield item
      }
    } catch (error) {
      log.warn({ err: error, failures }, 'event store: feed lost, it will be resumed')
    } finally {
      const left = subscription
      if (left) abandon(left, () => left.unsubscribe(), (error) => log.debug({ err: error }, 'event store: nothing to unsubscribe'))
    }
    await pause(backoffMilliseconds(failures, FIRST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS), signal)
  }
}
