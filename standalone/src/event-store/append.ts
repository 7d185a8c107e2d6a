import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type {
  AppendReq,
  AppendResp,
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServerReadableStream, type ServerUnaryCall } from '@grpc/grpc-js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cancelled, invalid, streamDeleted, timedOut, unavailable, wrongVersion } from './errors.ts'
import {
  type Expected,
  limits,
  noEvents,
  type ProposedEvent,
  type Revision,
  type WriteOutcome,
  type WriteRequest,
} from './model.ts'
import type { Store } from './store.ts'
import { isMetastream } from './streamView.ts'
import { countBytes, expectedRevision, positionText, proposedEvent, streamName } from './wire.ts'

type ExpectedOptions = Readonly<{
  hasRevision: () => boolean
  getRevision: () => string
  hasNoStream: () => boolean
  hasAny: () => boolean
  hasStreamExists: () => boolean
}>

const parseExpected = (options: ExpectedOptions): Expected => {
  if (options.hasRevision()) return expectedRevision(options.getRevision())
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  if (options.hasAny()) return 'any'
  throw invalid('a write says which revision it expects')
}

// As numbers in trailers (docs/domain/event-store.md#appending).
const expectedText = (expected: Expected): string =>
  expected === 'any'
    ? '-2'
    : expected === 'no_stream'
      ? '-1'
      : expected === 'stream_exists'
        ? '-4'
        : String(expected)

const deadline = (): number => Date.now() + limits.writeTimeoutMs

/** Errors that no response message can carry. */
const refuse = (outcome: Exclude<WriteOutcome, { kind: 'written' }>, request: WriteRequest): never => {
  if (outcome.kind === 'deleted') throw streamDeleted(request.stream)
  if (outcome.kind === 'wrong-version')
    throw wrongVersion(request.stream, expectedText(request.expected), outcome.actual)
  throw outcome.kind === 'timeout' ? timedOut() : unavailable(outcome.reason)
}

const successResponse = (outcome: Extract<WriteOutcome, { kind: 'written' }>): AppendResp => {
  const success = new streams.AppendResp.Success()
  if (outcome.revision === noEvents) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(outcome.revision))
  if (outcome.position === undefined) {
    success.setNoPosition(new shared.Empty())
  } else {
    const position = new streams.AppendResp.Position()
    position.setCommitPosition(positionText(outcome.position))
    position.setPreparePosition(positionText(outcome.position))
    success.setPosition(position)
  }
  const response = new streams.AppendResp()
  response.setSuccess(success)
  return response
}

/** Unlike every other error, a conflict travels in the response message. */
const conflictResponse = (actual: Revision, expected: Expected): AppendResp => {
  const conflict = new streams.AppendResp.WrongExpectedVersion()
  if (actual === noEvents) conflict.setCurrentNoStream(new shared.Empty())
  else conflict.setCurrentRevision(String(actual))
  if (expected === 'any') conflict.setExpectedAny(new shared.Empty())
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new shared.Empty())
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new shared.Empty())
  else conflict.setExpectedRevision(String(expected))
  const response = new streams.AppendResp()
  response.setWrongExpectedVersion(conflict)
  return response
}

type AppendCall = ServerReadableStream<AppendReq, AppendResp>

/**
 * A call that was cut off ends like one whose client has finished sending, but its messages may be half of an
 * append. The stream below knows immediately, the call itself only in the next turn of the event loop; asking
 * it for its headers makes it check.
 */
const wasCutOff = async (call: AppendCall): Promise<boolean> => {
  call.sendMetadata(new Metadata())
  await nextTurn()
  return call.cancelled
}

const readMessages = async function* (call: AppendCall): AsyncGenerator<AppendReq, void, undefined> {
  try {
    yield* call as AsyncIterable<AppendReq>
  } catch (error) {
    throw call.cancelled ? cancelled() : error
  }
}

/** Append: options first, then one event per message. */
export const append = async (store: Store, call: AppendCall): Promise<AppendResp> => {
  let target: Readonly<{ stream: string; expected: Expected }> | undefined
  const events: ProposedEvent[] = []
  let bytes = 0
  for await (const message of readMessages(call)) {
    const options = message.getOptions()
    const proposed = message.getProposedMessage()
    if (options) {
      if (target) throw invalid('an append has its options once')
      target = { stream: streamName(options.getStreamIdentifier()), expected: parseExpected(options) }
    } else if (proposed) {
      const event = proposedEvent(proposed)
      bytes = countBytes(bytes, event)
      events.push(event)
    }
  }
  if (await wasCutOff(call)) throw cancelled()
  if (!target) throw invalid('an append begins with its options')
  const request: WriteRequest = { kind: 'append', ...target, events }
  const outcome = await store.writer.write(request, deadline())
  if (outcome.kind === 'written') return successResponse(outcome)
  return outcome.kind === 'wrong-version'
    ? conflictResponse(outcome.actual, request.expected)
    : refuse(outcome, request)
}

const remove = async (
  store: Store,
  kind: 'delete' | 'tombstone',
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
) => {
  if (!options) throw invalid('the request has options')
  const stream = streamName(options.getStreamIdentifier())
  if (isMetastream(stream))
    throw invalid('a metadata stream lives and ends with its stream; write empty metadata instead')
  const request: WriteRequest = { kind, stream, expected: parseExpected(options), events: [] }
  const outcome = await store.writer.write(request, deadline())
  return outcome.kind === 'written' ? outcome : refuse(outcome, request)
}

/** Delete hides a stream's events until it is written to again. */
export const softDelete = async (
  store: Store,
  call: ServerUnaryCall<DeleteReq, DeleteResp>,
): Promise<DeleteResp> => {
  const { position } = await remove(store, 'delete', call.request.getOptions())
  const response = new streams.DeleteResp()
  if (position === undefined) {
    response.setNoPosition(new shared.Empty())
    return response
  }
  const place = new streams.DeleteResp.Position()
  place.setCommitPosition(positionText(position))
  place.setPreparePosition(positionText(position))
  response.setPosition(place)
  return response
}

/** Tombstone ends a stream permanently. */
export const tombstone = async (
  store: Store,
  call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
): Promise<TombstoneResp> => {
  const { position } = await remove(store, 'tombstone', call.request.getOptions())
  const response = new streams.TombstoneResp()
  if (position === undefined) {
    response.setNoPosition(new shared.Empty())
    return response
  }
  const place = new streams.TombstoneResp.Position()
  place.setCommitPosition(positionText(position))
  place.setPreparePosition(positionText(position))
  response.setPosition(place)
  return response
}
