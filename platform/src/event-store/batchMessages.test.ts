import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import { readAcknowledged, readCorrelationId, createRequest } from './batchMessages.ts'
import { encodeAppend } from './codec.ts'

const correlationId = 'f00dbabe-0000-4000-8000-0123456789ab'

const errorOf = (type: string, body: Readonly<{ serializeBinary: () => Uint8Array }>) => {
  const response = new streams.BatchAppendResp()
  const error = new status.Status()
  const request = createRequest(correlationId, 's-1', [], 'any')
  // The generated code makes the container of the details; only its type is not exported.
  const details = status.Status.deserializeBinary(new Uint8Array([0x1a, 0])).getDetails()
  details?.pack(body.serializeBinary(), `event_store.client.${type}`)
  error.setMessage('no')
  error.setDetails(details)
  response.setCorrelationId(request.getCorrelationId())
  response.setError(error)
  return streams.BatchAppendResp.deserializeBinary(response.serializeBinary())
}

test('writes names as UTF-8, data and metadata as JSON, and the expected revision', () => {
  const events = encodeAppend('s-é', [
    { id: correlationId, type: 'Tésted', data: { a: '🏠' }, metadata: { tenantId: 't' } },
  ])
  const sent = streams.BatchAppendReq.deserializeBinary(
    createRequest(correlationId, 's-é', events, 2n ** 60n).serializeBinary(),
  )
  const [message] = sent.getProposedMessagesList()
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()
  expect(text(sent.getOptions()?.getStreamIdentifier()?.getStreamName_asU8())).toBe('s-é')
  expect(sent.getOptions()?.getStreamPosition()).toBe('1152921504606846976')
  expect([
    message?.getId()?.getString(),
    message?.getMetadataMap().get('type'),
    message?.getMetadataMap().get('content-type'),
  ]).toEqual([correlationId, 'Tésted', 'application/json'])
  expect([text(message?.getData_asU8()), text(message?.getCustomMetadata_asU8())]).toEqual([
    '{"a":"🏠"}',
    '{"tenantId":"t"}',
  ])
  expect([sent.getIsFinal(), sent.getOptions()?.hasDeadline()]).toEqual([true, false])
})

test.for([
  ['any', 'hasAny'],
  ['absent', 'hasNoStream'],
  ['present', 'hasStreamExists'],
  [0n, 'hasStreamPosition'],
] as const)('expects %s', ([expected, has]) => {
  const options = streams.BatchAppendReq.deserializeBinary(
    createRequest(correlationId, 's-1', [], expected).serializeBinary(),
  ).getOptions()
  expect(
    (['hasAny', 'hasNoStream', 'hasStreamExists', 'hasStreamPosition'] as const).filter((name) =>
      options?.[name](),
    ),
  ).toEqual([has])
})

test('recognises an answer whether its UUID is text or two halves', () => {
  const response = new streams.BatchAppendResp()
  response.setCorrelationId(createRequest(correlationId, 's-1', [], 'any').getCorrelationId())
  expect(readCorrelationId(response)).toBe(correlationId)
  const halves = new shared.UUID.Structured()
  halves.setMostSignificantBits(BigInt.asIntN(64, 0xf00dbabe00004000n).toString())
  halves.setLeastSignificantBits(BigInt.asIntN(64, 0x80000123456789abn).toString())
  const uuid = new shared.UUID()
  uuid.setStructured(halves)
  response.setCorrelationId(uuid)
  expect(readCorrelationId(response)).toBe(correlationId)
  expect(readCorrelationId(new streams.BatchAppendResp())).toBe('')
})

test('reads a conflict as an answer with the actual revision', () => {
  const conflict = new shared.WrongExpectedVersion()
  conflict.setCurrentStreamRevision('0')
  expect(readAcknowledged(errorOf('WrongExpectedVersion', conflict), 's-1')).toEqual({
    kind: 'conflict',
    actual: 0n,
  })
  conflict.clearCurrentStreamRevision()
  conflict.setCurrentNoStream(new shared.Empty())
  expect(readAcknowledged(errorOf('WrongExpectedVersion', conflict), 's-1')).toEqual({
    kind: 'conflict',
    actual: 'absent',
  })
})

test.for([
  ['StreamDeleted', StreamDeletedError],
  ['AccessDenied', AccessDeniedError],
  ['MaximumAppendSizeExceeded', MaxAppendSizeExceededError],
  ['BadRequest', InvalidArgumentError],
  ['Timeout', UnknownError],
  ['SomethingNew', UnknownError],
] as const)('throws %s', ([type, error]) => {
  expect(() => readAcknowledged(errorOf(type, new shared.Empty()), 's-1')).toThrow(error)
})

test('does not take an empty answer for a success', () => {
  expect(() => readAcknowledged(new streams.BatchAppendResp(), 's-1')).toThrow(UnknownError)
})
