import { randomUUID } from 'node:crypto'
import { streamDeleted } from './errors.ts'
import { createCheckpointCounter, isHidden } from './filter.ts'
import { limits, max, noEvents, type Revision, type StoredEvent, tombstoneRevision } from './model.ts'
import { openInbox } from './inbox.ts'
import type { Output } from './output.ts'
import { deliver } from './read.ts'
import type { ReadRequest, Start } from './readRequest.ts'
import { retryWhileUnavailable, type Store } from './store.ts'
import { visibleRange } from './streamView.ts'
import { caughtUpMessage, checkpointMessage, confirmationMessage } from './wire.ts'

/** Whether a subscription has announced that it caught up; `held`: the announcement has been delayed once. */
type State = 'behind' | 'held' | 'live'

/**
 * A cursor over the log: memory as far as it reaches, the table behind it. Catching up, running live and
 * lagging are the same loop.
 */
const subscribeToAll = async (
  store: Store,
  request: ReadRequest,
  from: Start,
  output: Output,
): Promise<void> => {
  const { tail, log } = store
  const { filter } = request
  const counter = filter && createCheckpointCounter(filter.window, filter.multiplier)
  let cursor = from === 'start' ? 0n : from === 'end' ? tail.last() : from
  let checkpoint = from === 'start' ? 0n : cursor
  let state: State = 'behind'

  const sendCheckpoint = async (): Promise<void> => {
    if (!filter || cursor <= checkpoint) return
    checkpoint = cursor
    await output.send(checkpointMessage(cursor))
  }

  while (!output.signal.aborted) {
    let events = tail.after(cursor, limits.pageEvents)
    if (!events) {
      state = 'behind'
      events = await retryWhileUnavailable(store, () => log.allAfter(cursor, limits.pageEvents))
    }
    for (const event of events) {
      cursor = event.position
      if (!isHidden(event) && (!filter || filter.matches(event))) {
        const wait = deliver(store, request, output, event)
        if (wait) await wait
      }
      if (counter?.consider()) await sendCheckpoint()
      if (output.signal.aborted) return
    }
    if (cursor < tail.last()) continue
    if (state === 'behind' && output.hold) {
      state = 'held'
      await output.hold()
      continue
    }
    if (state !== 'live') {
      state = 'live'
      await sendCheckpoint()
      await output.send(caughtUpMessage())
    }
    await tail.moved(cursor, output.signal)
  }
}

/** Sends events of one stream once each, in order; `cursor()` is the last revision that was sent. */
const createStreamSender = (
  store: Store,
  request: ReadRequest,
  stream: string,
  after: Revision,
  output: Output,
) => {
  let cursor = after
  return {
    cursor: () => cursor,
    send: async (events: readonly StoredEvent[]): Promise<void> => {
      for (const event of events) {
        if (event.revision === tombstoneRevision) throw streamDeleted(stream)
        if (event.revision <= cursor || output.signal.aborted) continue
        cursor = event.revision
        const wait = deliver(store, request, output, event)
        if (wait) await wait
      }
    },
  }
}

const sendTable = async (
  store: Store,
  stream: string,
  { cursor, send }: ReturnType<typeof createStreamSender>,
  signal: AbortSignal,
): Promise<void> => {
  const { states, log } = store
  const current = await retryWhileUnavailable(store, () => states.view(stream))
  if (current.tombstoned) throw streamDeleted(stream)
  const { first, createdSince } = visibleRange(current, Date.now())
  for (;;) {
    const page = { stream, first: max(first, cursor() + 1n), last: tombstoneRevision - 1n, createdSince }
    // Nothing can be there, and int8 has no revision after the largest one.
    if (page.first > page.last) return
    const events = await retryWhileUnavailable(store, () => log.streamForwards(page, limits.pageEvents))
    await send(events)
    if (events.length === 0 || signal.aborted) return
  }
}

/**
 * Events of one stream: the table first, then the events that the tail pushes; after too many of those the
 * table is read again.
 */
const subscribeToStream = async (
  store: Store,
  request: ReadRequest,
  stream: string,
  from: Start,
  output: Output,
): Promise<void> => {
  const inbox = openInbox(store.tail, stream, output.signal)
  let state: State = 'behind'
  try {
    const view = await retryWhileUnavailable(store, () => store.states.view(stream))
    const after = from === 'start' ? noEvents : from === 'end' ? view.lastRevision : from
    const sender = createStreamSender(store, request, stream, after, output)
    while (!output.signal.aborted) {
      if (inbox.isBehind()) {
        inbox.catchUp()
        await sendTable(store, stream, sender, output.signal)
        continue
      }
      const events = inbox.take()
      if (events.length > 0) {
        await sender.send(events)
        continue
      }
      if (state === 'behind' && output.hold) {
        state = 'held'
        await output.hold()
        continue
      }
      if (state !== 'live') {
        state = 'live'
        await output.send(caughtUpMessage())
      }
      await inbox.filled()
      // A stream that fell back to the table reports again when it is live.
      if (inbox.isBehind()) state = 'behind'
    }
  } finally {
    inbox.close()
  }
}

/** Runs until the call is over; the first message confirms it. */
export const subscribe = async (store: Store, request: ReadRequest, output: Output): Promise<void> => {
  await output.send(confirmationMessage(randomUUID()))
  const { source } = request
  return source.kind === 'all'
    ? subscribeToAll(store, request, source.from, output)
    : subscribeToStream(store, request, source.stream, source.from, output)
}
