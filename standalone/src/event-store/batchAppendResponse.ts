import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js'
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js'
import type { CallError } from './errors.ts'
import { type Expected, limits, noEvents, type Revision, type WriteOutcome } from './model.ts'
import { positionText } from './wire.ts'

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

/** What the response repeats of the request. */
type Asked = Readonly<{ expected: Expected; options: BatchAppendReq.Options }>

const conflictDetail = ({ expected, options }: Asked, actual: Revision): Detail => {
  const conflict = new shared.WrongExpectedVersion()
  if (actual === noEvents) conflict.setCurrentNoStream(new emptyMessages.Empty())
  else conflict.setCurrentStreamRevision(String(actual))
  if (expected === 'any') conflict.setExpectedAny(new emptyMessages.Empty())
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new emptyMessages.Empty())
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new emptyMessages.Empty())
  else conflict.setExpectedStreamPosition(options.getStreamPosition())
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

const deletedDetail = (): Detail =>
  detail(codes.notFound, 'the stream is deleted', 'StreamDeleted', new shared.StreamDeleted())

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
  else success.setCurrentRevision(String(outcome.revision))
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

/** The answer to an append with a known outcome. */
export const outcomeResponse = (
  correlationId: UUID,
  asked: Asked,
  outcome: Exclude<WriteOutcome, { kind: 'unavailable' }>,
): BatchAppendResp => {
  const response = emptyResponse(correlationId, asked.options)
  if (outcome.kind === 'written') return successResponse(response, outcome)
  if (outcome.kind === 'wrong-version') return errorResponse(response, conflictDetail(asked, outcome.actual))
  return errorResponse(response, outcome.kind === 'timeout' ? timeoutDetail() : deletedDetail())
}

/** The answer to an append that was not valid. */
export const refusalResponse = (
  correlationId: UUID,
  options: BatchAppendReq.Options | undefined,
  error: CallError,
): BatchAppendResp => errorResponse(emptyResponse(correlationId, options), refusalDetail(error))
