import { checkCommit, type KnownIds } from './commitCheck.ts'
import {
  noEvents,
  type Position,
  type Revision,
  type StoredEvent,
  tombstoneRevision,
  type WriteOutcome,
  type WriteRequest,
} from './model.ts'
import { replaceTruncateBefore } from './streamMetadata.ts'
import {
  companionOf,
  isMetastream,
  metastreamOf,
  type StateLookup,
  type StreamView,
  deriveView,
} from './streamView.ts'

export type WriteDecision = Readonly<{ outcome: WriteOutcome; events: readonly StoredEvent[] }>

export type DecideContext = Readonly<{
  lookup: StateLookup
  known: KnownIds
  /** Position of the next event of the log. */
  nextPosition: Position
  now: number
  newId: () => string
}>

const empty = new Uint8Array()

const systemEvent = (
  context: DecideContext,
  place: { stream: string; revision: Revision; position: Position },
  type: string,
  text: string,
): StoredEvent => ({
  ...place,
  id: context.newId(),
  type,
  isJson: true,
  metadata: empty,
  data: Buffer.from(text),
  createdAt: context.now,
})

const appendEvents = (request: WriteRequest, view: StreamView, context: DecideContext): WriteDecision => {
  const { stream, events: proposed } = request
  const events: StoredEvent[] = proposed.map((event, index) => ({
    ...event,
    stream,
    revision: view.lastRevision + 1n + BigInt(index),
    position: context.nextPosition + BigInt(index),
    createdAt: context.now,
  }))
  const last = events.at(-1)
  if (!last) return { outcome: { kind: 'written', revision: view.lastRevision, position: undefined }, events }
  const outcome: WriteOutcome = { kind: 'written', revision: last.revision, position: last.position }
  // New events or new metadata revive a soft-deleted stream, without its old events.
  const revived = isMetastream(stream) ? companionOf(stream) : stream
  const revivedView = deriveView(context.lookup, revived)
  if (!revivedView.softDeleted) return { outcome, events }
  const metadataText = isMetastream(stream)
    ? Buffer.from(last.data).toString('utf8')
    : revivedView.metadataText
  const metastream = metastreamOf(revived)
  const metadataRevision = isMetastream(stream) ? last.revision : context.lookup(metastream).lastRevision
  const place = { stream: metastream, revision: metadataRevision + 1n, position: last.position + 1n }
  const undelete = systemEvent(
    context,
    place,
    '$metadata',
    replaceTruncateBefore(metadataText ?? '', revivedView.lastRevision + 1n),
  )
  return { outcome, events: [...events, undelete] }
}

const softDelete = (request: WriteRequest, context: DecideContext): WriteDecision => {
  const stream = metastreamOf(request.stream)
  const place = { stream, revision: context.lookup(stream).lastRevision + 1n, position: context.nextPosition }
  const event = systemEvent(context, place, '$metadata', replaceTruncateBefore('', tombstoneRevision))
  return { outcome: { kind: 'written', revision: event.revision, position: event.position }, events: [event] }
}

const tombstone = (request: WriteRequest, context: DecideContext): WriteDecision => {
  const place = { stream: request.stream, revision: tombstoneRevision, position: context.nextPosition }
  const event = { ...systemEvent(context, place, '$streamDeleted', ''), isJson: false }
  return { outcome: { kind: 'written', revision: event.revision, position: event.position }, events: [event] }
}

const refuse = (outcome: WriteOutcome): WriteDecision => ({ outcome, events: [] })

/** Decides one request: its answer and the events to write. The answer holds once they are committed. */
export const decide = (request: WriteRequest, context: DecideContext): WriteDecision => {
  const view = deriveView(context.lookup, request.stream)
  const wrongVersion = refuse({ kind: 'wrong-version', actual: view.lastRevision })
  const ids = request.events.map((event) => event.id)
  const decision = checkCommit(view, request.expected, ids, context.known)
  if (decision.kind === 'deleted') return refuse({ kind: 'deleted' })
  if (decision.kind === 'wrong-version') return wrongVersion
  if (decision.kind === 'already-written')
    return refuse({ kind: 'written', revision: decision.revision, position: decision.position })
  if (request.kind === 'append') return appendEvents(request, view, context)
  if (request.kind === 'tombstone') return tombstone(request, context)
  return view.lastRevision === noEvents && !view.hasMetadata ? wrongVersion : softDelete(request, context)
}
