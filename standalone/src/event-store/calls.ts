import { type Metadata, type sendUnaryData, status } from '@grpc/grpc-js'
import { report } from './diagnostics.ts'
import { CallError, cancelled, toCallError, tooManyReads, unavailable } from './errors.ts'
import { limits } from './model.ts'

/** Common to calls of every kind. */
type AnyCall = Readonly<{
  metadata: Metadata
  getPeer: () => string
  getPath: () => string
  on: (event: 'cancelled' | 'close', listener: () => void) => unknown
}>
type StreamingCall = AnyCall &
  Readonly<{ emit: (event: 'error', error: CallError) => boolean; end: () => unknown }>

/** `stopped` ends the call when the server shuts down. */
type OpenCall = Readonly<{ isRead: boolean; stopped: CallError; end: (error: CallError) => void }>

/** The calls under way, and how many reads each connection has open. */
const createRegister = () => {
  const open = new Set<OpenCall>()
  const readsByPeer = new Map<string, number>()
  const countReads = (peer: string): number => readsByPeer.get(peer) ?? 0
  return {
    open,
    countReads,
    addRead: (peer: string): void => void readsByPeer.set(peer, countReads(peer) + 1),
    removeRead: (peer: string): void => {
      const left = countReads(peer) - 1
      if (left > 0) readsByPeer.set(peer, left)
      else readsByPeer.delete(peer)
    },
  }
}

const toReportedError = (call: AnyCall, error: unknown): CallError => {
  if (!(error instanceof CallError))
    report('error', 'a call failed', {
      path: call.getPath(),
      error: String(error),
      stack: error instanceof Error ? error.stack : undefined,
    })
  return toCallError(error)
}

type Register = ReturnType<typeof createRegister>

/** Answers a call with one response, and only once. */
const runUnary = <Call extends AnyCall, Response>(
  { open }: Register,
  call: Call,
  callback: sendUnaryData<Response>,
  handle: (call: Call) => Response | Promise<Response>,
): void => {
  let settled = false
  const entry: OpenCall = {
    isRead: false,
    stopped: unavailable('the server is shutting down'),
    end: (error) => settle(() => callback(error)),
  }
  const settle = (send: () => void): void => {
    if (settled) return
    settled = true
    open.delete(entry)
    send()
  }
  open.add(entry)
  const run = async (): Promise<Response> => handle(call)
  run().then(
    (response) => settle(() => callback(null, response)),
    (error: unknown) => settle(() => callback(toReportedError(call, error))),
  )
}

type StreamHandler<Call> = (
  call: Call,
  signal: AbortSignal,
  end: (error?: CallError) => void,
) => void | Promise<void>

/** Runs a call that streams responses, and ends it only once. */
const runStreaming = <Call extends StreamingCall>(
  register: Register,
  call: Call,
  isRead: boolean,
  handle: StreamHandler<Call>,
): void => {
  const over = new AbortController()
  const peer = call.getPeer()
  let settled = false
  const release = (): void => {
    if (!register.open.delete(entry)) return
    over.abort('over') // with a reason no exception is built, which every read would pay for
    if (isRead) register.removeRead(peer)
  }
  const end = (error?: CallError): void => {
    if (settled) return
    settled = true
    release()
    if (error) call.emit('error', error)
    else call.end()
  }
  const entry: OpenCall = { isRead, stopped: cancelled(), end }
  call.on('cancelled', () => {
    settled = true
    release()
  })
  call.on('close', release)
  register.open.add(entry)
  if (isRead) register.addRead(peer)
  const run = async (): Promise<void> => handle(call, over.signal, end)
  run().then(
    () => isRead && end(),
    (error: unknown) => end(toReportedError(call, error)),
  )
}

/**
 * Keeps track of the calls under way, so that each ends with a status of our choice and never without one.
 */
export const createCalls = (checkAccess: (metadata: Metadata) => void) => {
  const register = createRegister()
  const { open } = register
  let stopping = false

  const admit = (call: AnyCall): void => {
    if (stopping) throw unavailable('the server is shutting down')
    checkAccess(call.metadata)
  }
  const endReads = (error: CallError): void => {
    for (const call of open) if (call.isRead) call.end(error)
  }

  return {
    /** A call with one response: an append or a small query. */
    unary:
      <Call extends AnyCall, Response>(
        handle: (call: Call) => Response | Promise<Response>,
        options: { open?: boolean } = {},
      ) =>
      (call: Call, callback: sendUnaryData<Response>): void =>
        runUnary(register, call, callback, () => {
          if (!options.open) admit(call)
          return handle(call)
        }),
    /** A call that streams responses. `signal` aborts when it is over. */
    streaming:
      <Call extends StreamingCall>(isRead: boolean, handle: StreamHandler<Call>) =>
      (call: Call): void =>
        runStreaming<Call>(register, call, isRead, (_call, signal, end) => {
          admit(call)
          if (isRead && register.countReads(call.getPeer()) > limits.readsPerConnection) throw tooManyReads()
          // While the server stops, a write that it turns away ends its call as all streams end.
          const endWrite = (error?: CallError): void =>
            end(stopping && error?.code === status.UNAVAILABLE ? cancelled() : error)
          return handle(call, signal, isRead ? end : endWrite)
        }),
    endReads,
    openReads: (): number => [...open].filter(({ isRead }) => isRead).length,
    /** Admits no further call and ends reads as cancelled, as the real server ends all streams. */
    refuse: (): void => {
      stopping = true
      endReads(cancelled())
    },
    /** Ends the remaining calls: writes that did not finish in time. */
    endAll: (): void => {
      for (const call of open) call.end(call.stopped)
    },
  }
}
