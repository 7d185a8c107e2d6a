import type { ServerWritableStream } from '@grpc/grpc-js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'

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

/** gRPC back-pressure as a promise; `signal` aborts when the call is over for any reason. */
export const createOutput = (call: ReadCall, signal: AbortSignal): Output => ({
  signal,
  send: (message) => {
    if (signal.aborted || call.write(message)) return undefined
    return new Promise((resolve) => {
      const resume = (): void => {
        call.off('drain', resume)
        signal.removeEventListener('abort', resume)
        resolve()
      }
      call.on('drain', resume)
      signal.addEventListener('abort', resume)
    })
  },
})
