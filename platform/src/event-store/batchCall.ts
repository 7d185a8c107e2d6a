import { randomUUID } from 'node:crypto'
import { convertToCommandError, UnavailableError, type EventStoreDBClient } from '@eventstore/db-client'
import service from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { acknowledgedOf, correlationIdOf, requestOf, type Acknowledged } from './batchMessages.ts'
import type { EncodedEvent } from './codec.ts'
import type { ExpectedRevision } from './port.ts'

type Call = ReturnType<StreamsClient['batchAppend']>
type Waiter = Readonly<{ resolve: (response: BatchAppendResp) => void; reject: (error: Error) => void }>
/** Who waits for answers of one call, and why there will be no more of them. */
type Answers = { readonly waiting: Map<string, Waiter>; lost?: Error }

/**
 * A call takes one or two messages in each turn of the event loop, whatever waits. On a busy machine a turn
 * takes 20 to 50 ms, and what comes faster than one call carries waits longer and longer: at 50 appends a
 * second they took a minute and a half.
 */
const MOST_CALLS = 16

/** `writing`: appends that it has not passed on yet. */
type Lane = { readonly open: () => Promise<Call>; writing: number }

/**
 * One attempt at an append. Rejects with what the server refused or what happened on the way; it may wait for
 * ever.
 */
export type SendAppend = (
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
) => Promise<Acknowledged>

const opener = function (this: EventStoreDBClient, answersOf: WeakMap<Call, Answers>): () => Promise<Call> {
  const calls = new WeakMap<StreamsClient, Call | Promise<Call>>()
  const open = (client: StreamsClient): Call => {
    const answers: Answers = { waiting: new Map() }
    const call = client.batchAppend(...this.callArguments({}, { deadline: Infinity }))
    answersOf.set(call, answers)
    const lose = (error: Error) => {
      if (answers.lost) return
      answers.lost = convertToCommandError(error)
      calls.delete(client)
      for (const { reject } of answers.waiting.values()) reject(answers.lost)
      answers.waiting.clear()
    }
    call.on('data', (response: BatchAppendResp) => {
      const id = correlationIdOf(response)
      // Nobody waits for an answer that came a second time.
      answers.waiting.get(id)?.resolve(response)
      answers.waiting.delete(id)
    })
    call.on('error', lose)
    call.on('end', () => {
      lose(new UnavailableError(undefined, 'The event store ended the call'))
      call.end()
    })
    return call
  }
  return this.GRPCStreamCreator(service.StreamsClient, 'append', open, calls)
}

/**
 * Appends over a few calls of the client's connection, over one while that is enough. The client has a batch
 * append of its own, but it shares what waits between all clients of the process and leaves rejections that
 * nobody holds (docs/decisions/0004-own-batch-append.md). What is written here is bounded by the appends
 * under way.
 */
export const makeBatchCall = (client: EventStoreDBClient): SendAppend => {
  const answersOf = new WeakMap<Call, Answers>()
  const lanes = Array.from({ length: MOST_CALLS }, (): Lane => ({
    open: opener.call(client, answersOf),
    writing: 0,
  }))
  return async (stream, events, expected) => {
    const lane = lanes.reduce((best, one) => (one.writing < best.writing ? one : best))
    let written = false
    const passedOn = () => {
      if (!written) lane.writing -= 1
      written = true
    }
    lane.writing += 1
    try {
      const call = await lane.open()
      const answers = answersOf.get(call)
      if (!answers || answers.lost) throw answers?.lost ?? new UnavailableError()
      const id = randomUUID()
      const response = await new Promise<BatchAppendResp>((resolve, reject) => {
        answers.waiting.set(id, { resolve, reject })
        call.write(requestOf(id, stream, events, expected), passedOn)
      })
      return acknowledgedOf(response, stream)
    } finally {
      passedOn()
    }
  }
}
