import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js'
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js'
import { report } from './diagnostics.ts'
import { CallError, invalid, toCallError, unavailable } from './errors.ts'
import { type Expected, limits, noEvents, type ProposedEvent, type WriteOutcome } from './model.ts'
import type { Store } from './store.ts'
import { countBytes, positionText, proposedEvent, revisionText, streamName, uuidText } from './wire.ts'

/** An append whose chunks are still arriving. */
type Incomplete = {
  stream: string
  expected: Expected
  options: BatchAppendReq.Options
  deadline: number
  events: ProposedEvent[]
  bytes: number
}

// Values of google.rpc.Code.
const codes = { invalidArgument: 3, deadlineExceeded: 4, notFound: 5, alreadyExists: 6 } as const

type Code = (typeof codes)[keyof typeof codes]
type Detail = Readonly<{
  code: Code
  message: string
  type: string
  body: { serializeBinary: () => Uint8Array }
}>

const detail = (code: Code, message: string, type: string, body: Detail['body']): Detail => ({
  code,
  message,
  type: `event_store.client.${type}`,
  body,
})

const parseExpected = (options: BatchAppendReq.Options): Expected => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition())
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  if (options.hasAny()) return 'any'
  throw invalid('an append says which revision it expects')
}

const parseDeadline = (options: BatchAppendReq.Options): number => {
  const longest = Date.now() + limits.writeTimeoutMs
  const wanted = options.getDeadline()
  return wanted ? Math.min(longest, wanted.getSeconds() * 1_000 + wanted.getNanos() / 1_000_000) : longest
}

const conflictDetail = (append: Incomplete, actual: number): Detail => {
  const conflict = new shared.WrongExpectedVersion()
  if (actual === noEvents) conflict.setCurrentNoStream(new emptyMessages.Empty())
  else conflict.setCurrentStreamRevision(revisionText(actual))
  if (append.expected === 'any') conflict.setExpectedAny(new emptyMessages.Empty())
  else if (append.expected === 'no_stream') conflict.setExpectedNoStream(new emptyMessages.Empty())
  else if (append.expected === 'stream_exists') conflict.setExpectedStreamExists(new emptyMessages.Empty())
  else conflict.setExpectedStreamPosition(append.options.getStreamPosition())
  return detail(codes.alreadyExists, 'wrong expected version', 'WrongExpectedVersion', conflict)
}

const refusalDetail = (error: CallError): Detail => {
  if (error.metadata.get('exception')[0] === 'maximum-append-size-exceeded') {
    const tooLarge = new shared.MaximumAppendSizeExceeded()
    tooLarge.setMaxappendsize(limits.appendBytes)
    return detail(codes.invalidArgument, error.details, 'MaximumAppendSizeExceeded', tooLarge)
  }
  const badRequest = new shared.BadRequest()
  badRequest.setMessage(error.details)
  return detail(codes.invalidArgument, error.details, 'BadRequest', badRequest)
}

const timeoutDetail = (): Detail =>
  detail(codes.deadlineExceeded, 'the write timed out', 'Timeout', new shared.Timeout())

const errorResponse = (response: BatchAppendResp, { code, message, type, body }: Detail): BatchAppendResp => {
  const any = new anyMessages.Any()
  any.pack(body.serializeBinary(), type)
  const error = new statusMessages.Status()
  error.setCode(code)
  error.setMessage(message)
  error.setDetails(any)
  response.setError(error)
  return response
}

const successResponse = (
  response: BatchAppendResp,
  outcome: Extract<WriteOutcome, { kind: 'written' }>,
): BatchAppendResp => {
  const success = new streams.BatchAppendResp.Success()
  if (outcome.revision === noEvents) success.setNoStream(new emptyMessages.Empty())
  else success.setCurrentRevision(revisionText(outcome.revision))
  if (outcome.position === undefined) {
    success.setNoPosition(new emptyMessages.Empty())
  } else {
    const position = new shared.AllStreamPosition()
    position.setCommitPosition(positionText(outcome.position))
    position.setPreparePosition(positionText(outcome.position))
    success.setPosition(position)
  }
  response.setSuccess(success)
  return response
}

const emptyResponse = (correlationId: UUID, options: BatchAppendReq.Options | undefined): BatchAppendResp => {
  const response = new streams.BatchAppendResp()
  response.setCorrelationId(correlationId)
  // The client reads the identifier of every answer, also of a refusal.
  response.setStreamIdentifier(options?.getStreamIdentifier() ?? new shared.StreamIdentifier())
  if (options?.hasStreamPosition()) response.setStreamPosition(options.getStreamPosition())
  else if (options?.hasNoStream()) response.setNoStream(new emptyMessages.Empty())
  else if (options?.hasStreamExists()) response.setStreamExists(new emptyMessages.Empty())
  else response.setAny(new emptyMessages.Empty())
  return response
}

/**
 * One stream of appends for the life of a client's channel. Each correlation id gets exactly one answer: a
 * second one would crash the client, so a chunk of an unknown id belongs to an append that was refused early
 * and is ignored. An unknown outcome ends the whole call.
 */
export const batchAppend = (
  store: Store,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  signal: AbortSignal,
  end: (error?: CallError) => void,
): void => {
  const incomplete = new Map<string, Incomplete>()
  let underWay = 0
  let finished = false

  const begin = (options: BatchAppendReq.Options): Incomplete => ({
    stream: streamName(options.getStreamIdentifier()),
    expected: parseExpected(options),
    options,
    deadline: parseDeadline(options),
    events: [],
    bytes: 0,
  })

  const answer = (correlationId: UUID, append: Incomplete, outcome: WriteOutcome): void => {
    underWay -= 1
    if (signal.aborted) return
    if (outcome.kind === 'unavailable') return end(unavailable(outcome.reason))
    const response = emptyResponse(correlationId, append.options)
    if (outcome.kind === 'written') call.write(successResponse(response, outcome))
    else if (outcome.kind === 'wrong-version')
      call.write(errorResponse(response, conflictDetail(append, outcome.actual)))
    else if (outcome.kind === 'timeout') call.write(errorResponse(response, timeoutDetail()))
    else
      call.write(
        errorResponse(
          response,
          detail(codes.notFound, 'the stream is deleted', 'StreamDeleted', new shared.StreamDeleted()),
        ),
      )
    if (finished && underWay === 0) end()
  }

  const finish = async (
    key: string,
    correlationId: UUID,
    append: Incomplete,
    isComplete: boolean,
  ): Promise<void> => {
    if (!incomplete.delete(key)) return
    underWay += 1
    const { stream, expected, events, deadline } = append
    const inTime = isComplete && deadline > Date.now()
    const outcome = inTime
      ? await store.writer.write({ kind: 'append', stream, expected, events }, deadline)
      : ({ kind: 'timeout' } as const)
    answer(correlationId, append, outcome)
  }

  const receive = (message: BatchAppendReq, key: string, correlationId: UUID): void => {
    const options = message.getOptions()
    const known = incomplete.get(key)
    const append = known ?? (options ? begin(options) : undefined)
    if (!append) return
    incomplete.set(key, append)
    for (const proposed of message.getProposedMessagesList()) {
      const event = proposedEvent(proposed)
      append.bytes = countBytes(append.bytes, event)
      append.events.push(event)
    }
    if (message.getIsFinal()) void finish(key, correlationId, append, true)
    // The rest may never arrive; the caller is answered in any case.
    else if (!known)
      setTimeout(() => void finish(key, correlationId, append, false), append.deadline - Date.now()).unref()
  }

  call.on('data', (message: BatchAppendReq) => {
    if (signal.aborted) return
    const correlationId = message.getCorrelationId()
    if (!correlationId) return end(invalid('an append has a correlation id'))
    let key = ''
    try {
      key = uuidText(correlationId)
      receive(message, key, correlationId)
    } catch (error) {
      if (!(error instanceof CallError)) report('error', 'an append failed', { error: String(error) })
      const options = incomplete.get(key)?.options ?? message.getOptions()
      incomplete.delete(key)
      call.write(errorResponse(emptyResponse(correlationId, options), refusalDetail(toCallError(error))))
    }
  })
  call.on('end', () => {
    finished = true
    if (underWay === 0) end()
  })
}
