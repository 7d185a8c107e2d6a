import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { MAX_APPEND_BYTES, type EncodedEvent } from './codec.ts'
import type { ExpectedRevision, Position } from './port.ts'

/** What a server says to an append. Some acknowledge a repeated one without its position. */
export type Acknowledged =
  | Readonly<{ kind: 'appended'; revision: bigint; position: Position | undefined }>
  | Readonly<{ kind: 'conflict'; actual: bigint | 'absent' }>

const createOptions = (stream: string, expected: ExpectedRevision): BatchAppendReq.Options => {
  const options = new streams.BatchAppendReq.Options()
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(new TextEncoder().encode(stream))
  options.setStreamIdentifier(identifier)
  if (expected === 'any') options.setAny(new shared.Empty())
  else if (expected === 'absent') options.setNoStream(new shared.Empty())
  else if (expected === 'present') options.setStreamExists(new shared.Empty())
  else options.setStreamPosition(String(expected))
  return options
}

const createProposal = ({ id, type, data, metadata }: EncodedEvent): BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage()
  const uuid = new shared.UUID()
  uuid.setString(id)
  message.setId(uuid)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(data)
  message.setCustomMetadata(metadata)
  return message
}

/** A whole append in one message. It names no deadline, as the server's clock may differ from ours. */
export const createRequest = (
  correlationId: string,
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
): BatchAppendReq => {
  const request = new streams.BatchAppendReq()
  const uuid = new shared.UUID()
  uuid.setString(correlationId)
  request.setCorrelationId(uuid)
  request.setOptions(createOptions(stream, expected))
  request.setProposedMessagesList(events.map(createProposal))
  request.setIsFinal(true)
  return request
}

/** Which request is answered. Servers write a UUID as text or as two halves. */
export const readCorrelationId = (response: BatchAppendResp): string => {
  const uuid = response.getCorrelationId()
  const halves = uuid?.getStructured()
  if (!halves) return uuid?.getString() ?? ''
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const createRefusal = (type: string, message: string, stream: string): Error => {
  if (type === 'event_store.client.StreamDeleted') return StreamDeletedError.fromStreamName(stream)
  if (type === 'event_store.client.AccessDenied') return new AccessDeniedError(undefined, message)
  if (type === 'event_store.client.MaximumAppendSizeExceeded')
    return MaxAppendSizeExceededError.fromMaxAppendSize(MAX_APPEND_BYTES)
  if (type === 'event_store.client.BadRequest') return new InvalidArgumentError(message)
  // A time-out among them: it may yet be written.
  return new UnknownError(undefined, message)
}

/** The answer's meaning; throws what the server refused. */
export const readAcknowledged = (response: BatchAppendResp, stream: string): Acknowledged => {
  const success = response.getSuccess()
  if (success) {
    const position = success.getPosition()
    return {
      kind: 'appended',
      revision: BigInt(success.getCurrentRevision()),
      position: position && {
        commit: BigInt(position.getCommitPosition()),
        prepare: BigInt(position.getPreparePosition()),
      },
    }
  }
  const error = response.getError()
  const details = error?.getDetails()
  const type = details?.getTypeName() ?? ''
  const conflict = details?.unpack(
    shared.WrongExpectedVersion.deserializeBinary,
    'event_store.client.WrongExpectedVersion',
  )
  if (conflict)
    return {
      kind: 'conflict',
      actual: conflict.hasCurrentStreamRevision() ? BigInt(conflict.getCurrentStreamRevision()) : 'absent',
    }
  throw createRefusal(type, error?.getMessage() || 'The event store gave an answer that says nothing', stream)
}
