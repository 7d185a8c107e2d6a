import { randomUUID } from 'node:crypto'
import { convertToCommandError, UnavailableError, type EventStoreDBClient } from '@eventstore/db-client'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { readAcknowledged, readCorrelationId, createRequest, type Acknowledged } from './batchMessages.ts'
import { createBatchAppendOpener, type BatchAppendCall } from './clientInternals.ts'
import type { EncodedEvent } from './codec.ts'
import type { ExpectedRevision } from './port.ts'

type Waiter = Readonly<{ resolve: (response: BatchAppendResp) => void; reject: (error: Error) => void }>
/** The appends that wait for answers of one call, and why there will be no more answers. */
type Answers = { readonly waiting: Map<string, Waiter>; lost?: Error }

/**
 * A call takes one or two messages in each turn of the event loop, however many wait. On a busy machine a
 * turn takes 20 to 50 ms, and appends that come faster than one call carries them wait longer and longer: at
 * 50 appends a second they took a minute and a half.
 */
const MAX_CALLS = 16

/** One call. `writing`: appends that it has not passed on yet. */
type Channel = { readonly open: () => Promise<BatchAppendCall>; writing: number }

/**
 * One attempt at an append. Rejects with what the server refused or what happened on the way; it may wait for
 * ever.
 */
export type SendAppend = (
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
) => Promise<Acknowledged>

export type BatchAppend = Readonly<{
  send: SendAppend
  /** Ends the calls that are open: appends that wait on them are rejected, their outcome unknown. */
  abandon: () => void
}>

const createOpener = (
  client: EventStoreDBClient,
  answersOf: WeakMap<BatchAppendCall, Answers>,
  calls: Set<BatchAppendCall>,
): (() => Promise<BatchAppendCall>) =>
  createBatchAppendOpener(client, (call, forget) => {
    const answers: Answers = { waiting: new Map() }
    answersOf.set(call, answers)
    calls.add(call)
    const lose = (error: Error) => {
      if (answers.lost) return
      answers.lost = convertToCommandError(error)
      calls.delete(call)
      forget()
      for (const { reject } of answers.waiting.values()) reject(answers.lost)
      answers.waiting.clear()
    }
    call.on('data', (response: BatchAppendResp) => {
      const id = readCorrelationId(response)
      // No append waits for an answer that came a second time.
      answers.waiting.get(id)?.resolve(response)
      answers.waiting.delete(id)
    })
    call.on('error', lose)
    call.on('end', () => {
      lose(new UnavailableError(undefined, 'The event store ended the call'))
      call.end()
    })
  })

/**
 * Appends over a few calls of the client's connection, over one while that is enough. The client has a batch
 * append of its own, but it shares its queue between all clients of the process and leaves rejections
 * unhandled (docs/decisions/0004-own-batch-append.md). The buffer is bounded by the appends in flight.
 */
export const createBatchAppend = (client: EventStoreDBClient): BatchAppend => {
  const answersOf = new WeakMap<BatchAppendCall, Answers>()
  const calls = new Set<BatchAppendCall>()
  const channels = Array.from({ length: MAX_CALLS }, (): Channel => ({
    open: createOpener(client, answersOf, calls),
    writing: 0,
  }))
  const send: SendAppend = async (stream, events, expected) => {
    const channel = channels.reduce((best, one) => (one.writing < best.writing ? one : best))
    let written = false
    const passedOn = () => {
      if (!written) channel.writing -= 1
      written = true
    }
    channel.writing += 1
    try {
      const call = await channel.open()
      const answers = answersOf.get(call)
      if (!answers || answers.lost) throw answers?.lost ?? new UnavailableError()
      const id = randomUUID()
      const response = await new Promise<BatchAppendResp>((resolve, reject) => {
        answers.waiting.set(id, { resolve, reject })
        call.write(createRequest(id, stream, events, expected), passedOn)
      })
      return readAcknowledged(response, stream)
    } finally {
      passedOn()
    }
  }
  return {
    send,
    abandon: () => {
      for (const call of calls) call.cancel()
    },
  }
}
