import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import { outcomeResponse, refusalResponse } from './batchAppendResponse.ts'
import { report } from './diagnostics.ts'
import { CallError, invalid, toCallError, unavailable } from './errors.ts'
import { type Expected, limits, type ProposedEvent, type WriteOutcome } from './model.ts'
import type { Store } from './store.ts'
import { countBytes, expectedRevision, proposedEvent, streamName, uuidText } from './wire.ts'

/** An append whose chunks are still arriving. */
type Incomplete = {
  stream: string
  expected: Expected
  options: BatchAppendReq.Options
  deadline: number
  events: ProposedEvent[]
  bytes: number
}

const parseExpected = (options: BatchAppendReq.Options): Expected => {
  if (options.hasStreamPosition()) return expectedRevision(options.getStreamPosition())
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

const beginAppend = (options: BatchAppendReq.Options): Incomplete => ({
  stream: streamName(options.getStreamIdentifier()),
  expected: parseExpected(options),
  options,
  deadline: parseDeadline(options),
  events: [],
  bytes: 0,
})

const addProposed = (append: Incomplete, message: BatchAppendReq): void => {
  for (const proposed of message.getProposedMessagesList()) {
    const event = proposedEvent(proposed)
    append.bytes = countBytes(append.bytes, event)
    append.events.push(event)
  }
}

const writeAppend = (
  store: Store,
  { stream, expected, events, deadline }: Incomplete,
  isComplete: boolean,
): Promise<WriteOutcome> =>
  isComplete && deadline > Date.now()
    ? store.writer.write({ kind: 'append', stream, expected, events }, deadline)
    : Promise.resolve({ kind: 'timeout' })

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

  const answer = (correlationId: UUID, append: Incomplete, outcome: WriteOutcome): void => {
    underWay -= 1
    if (signal.aborted) return
    if (outcome.kind === 'unavailable') return end(unavailable(outcome.reason))
    call.write(outcomeResponse(correlationId, append, outcome))
    if (finished && underWay === 0) end()
  }

  const finish = async (key: string, correlationId: UUID, append: Incomplete, isComplete: boolean) => {
    if (!incomplete.delete(key)) return
    underWay += 1
    answer(correlationId, append, await writeAppend(store, append, isComplete))
  }

  const receive = (message: BatchAppendReq, key: string, correlationId: UUID): void => {
    const options = message.getOptions()
    const known = incomplete.get(key)
    const append = known ?? (options ? beginAppend(options) : undefined)
    if (!append) return
    incomplete.set(key, append)
    addProposed(append, message)
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
      call.write(refusalResponse(correlationId, options, toCallError(error)))
    }
  })
  call.on('end', () => {
    finished = true
    if (underWay === 0) end()
  })
}
