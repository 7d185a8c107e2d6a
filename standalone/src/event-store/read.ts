import { streamDeleted } from './errors.ts'
import { isHidden } from './filter.ts'
import { limits, max, min, noEvents, type Revision, type StoredEvent } from './model.ts'
import type { Output } from './output.ts'
import type { ReadRequest, Start } from './readRequest.ts'
import { retryWhileUnavailable, type Store } from './store.ts'
import { isVisible, visibleRange } from './streamView.ts'
import { eventMessage, type ResolvedEvent, streamNotFoundMessage } from './wire.ts'

const linkTarget = /^(\d{1,18})@(.+)$/s

/** The event at a place of a stream, unless retention or deletion hides it. */
const findVisible = async (
  { log, states }: Store,
  stream: string,
  revision: Revision,
): Promise<StoredEvent | undefined> => {
  const event = await log.event(stream, revision)
  return event && isVisible(await states.view(stream), event, Date.now()) ? event : undefined
}

/** A `$>` event names another one as `revision@stream`. */
const resolveLink = async (store: Store, event: StoredEvent): Promise<ResolvedEvent> => {
  const [, revision, stream] = linkTarget.exec(Buffer.from(event.data).toString('utf8')) ?? []
  return {
    event: revision && stream ? await findVisible(store, stream, BigInt(revision)) : undefined,
    link: event,
  }
}

const deliverLinked = async (
  store: Store,
  request: ReadRequest,
  output: Output,
  event: StoredEvent,
): Promise<void> => {
  const resolved = await retryWhileUnavailable(store, () => resolveLink(store, event))
  await output.send(eventMessage(resolved, request.structuredIds))
}

/**
 * Sends one event as the reader wants it. Returns no promise when there is nothing to wait for: that makes
 * long reads fast.
 */
export const deliver = (
  store: Store,
  request: ReadRequest,
  output: Output,
  event: StoredEvent,
): Promise<void> | undefined =>
  request.resolveLinks && event.type === '$>'
    ? deliverLinked(store, request, output, event)
    : output.send(eventMessage({ event, link: undefined }, request.structuredIds))

async function* streamPages(
  store: Store,
  request: ReadRequest,
  stream: string,
  from: Start,
  range: ReturnType<typeof visibleRange>,
) {
  const { log } = store
  let { first, last } = range
  if (request.backwards) last = from === 'end' ? last : min(last, from === 'start' ? 0n : from)
  else first = from === 'start' ? first : from === 'end' ? last + 1n : max(first, from)
  while (first <= last) {
    const page = { stream, first, last, createdSince: range.createdSince }
    const events = await retryWhileUnavailable(store, () =>
      (request.backwards ? log.streamBackwards : log.streamForwards)(page, limits.pageEvents),
    )
    const end = events.at(-1)
    if (!end) return
    yield events
    if (request.backwards) last = end.revision - 1n
    else first = end.revision + 1n
  }
}

const readStream = async (
  store: Store,
  request: ReadRequest,
  stream: string,
  from: Start,
  output: Output,
): Promise<void> => {
  const view = await retryWhileUnavailable(store, () => store.states.view(stream))
  if (view.tombstoned) throw streamDeleted(stream)
  if (view.lastRevision === noEvents || view.softDeleted) {
    await output.send(streamNotFoundMessage(stream))
    return
  }
  let remaining = request.count === 'subscription' ? 0 : request.count
  if (remaining === 0) return
  for await (const events of streamPages(store, request, stream, from, visibleRange(view, Date.now()))) {
    for (const event of events) {
      const wait = deliver(store, request, output, event)
      if (wait) await wait
      remaining -= 1
      if (remaining === 0 || output.signal.aborted) return
    }
  }
}

async function* allPages(store: Store, backwards: boolean, from: Start) {
  const { log, tail } = store
  // Events written during the read are not part of it: otherwise a read next to a busy writer would not end.
  const head = tail.last()
  let cursor = backwards
    ? from === 'end'
      ? head + 1n
      : from === 'start'
        ? 1n
        : from
    : from === 'end'
      ? head
      : from === 'start'
        ? 0n
        : from - 1n
  while (backwards ? cursor > 1n : cursor < head) {
    const limit = backwards ? limits.pageEvents : Math.min(limits.pageEvents, Number(head - cursor))
    const inMemory = backwards ? undefined : tail.after(cursor, limit)
    const events =
      inMemory ??
      (await retryWhileUnavailable(store, () => (backwards ? log.allBefore : log.allAfter)(cursor, limit)))
    const end = events.at(-1)
    if (!end) return
    yield events
    cursor = end.position
  }
}

const readAll = async (store: Store, request: ReadRequest, from: Start, output: Output): Promise<void> => {
  let remaining = request.count === 'subscription' ? 0 : request.count
  if (remaining === 0) return
  for await (const events of allPages(store, request.backwards, from)) {
    for (const event of events) {
      if (isHidden(event) || (request.filter && !request.filter.matches(event))) continue
      const wait = deliver(store, request, output, event)
      if (wait) await wait
      remaining -= 1
      if (remaining === 0 || output.signal.aborted) return
    }
  }
}

/** A read that ends: of one stream as far as it is visible, or of the whole log. */
export const read = (store: Store, request: ReadRequest, output: Output): Promise<void> => {
  const { source } = request
  return source.kind === 'all'
    ? readAll(store, request, source.from, output)
    : readStream(store, request, source.stream, source.from, output)
}
