import type { ServerWritableStream } from '@grpc/grpc-js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { limits } from './model.ts'

/** Responses are encoded by us, so one encoding can serve many readers. */
export type ReadCall = ServerWritableStream<ReadReq, Buffer>

/**
 * The output of a read. `send` returns a promise only when the reader is slow: await it before sending more.
 */
export type Output = Readonly<{
  send: (message: Buffer) => Promise<void> | undefined
  signal: AbortSignal
  /** Delays the announcement that a reader has caught up; the events that came meanwhile are sent first. */
  hold?: () => Promise<void>
}>

/**
 * gRPC back-pressure as a promise; `signal` aborts when the call is over for any reason. Bytes are counted,
 * because the stream itself counts messages, and 16 large ones are too many for each paused reader.
 */
export const createOutput = (call: ReadCall, signal: AbortSignal): Output => {
  let waitingBytes = 0
  let resume: (() => void) | undefined
  return {
    signal,
    send: (message) => {
      if (signal.aborted) return undefined
      waitingBytes += message.length
      call.write(message, () => {
        waitingBytes -= message.length
        if (waitingBytes <= limits.outputBytes) resume?.()
      })
      if (waitingBytes <= limits.outputBytes) return undefined
      return new Promise((resolve) => {
        resume = () => {
          resume = undefined
          signal.removeEventListener('abort', abort)
          resolve()
        }
        const abort = resume
        signal.addEventListener('abort', abort)
      })
    },
  }
}
