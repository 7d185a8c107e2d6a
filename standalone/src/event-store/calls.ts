import type { Metadata, sendUnaryData } from '@grpc/grpc-js'
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

type OpenCall = Readonly<{ isRead: boolean; end: (error: CallError) => void }>

/**
 * Keeps track of the calls under way, so that each ends with a status of our choice and never without one.
 */
export const createCalls = (checkAccess: (metadata: Metadata) => void) => {
  const open = new Set<OpenCall>()
  const readsByPeer = new Map<string, number>()
  let stopping = false

  const admit = (call: AnyCall): void => {
    if (stopping) throw unavailable('the server is shutting down')
    checkAccess(call.metadata)
  }

  const fail = (call: AnyCall, error: unknown): CallError => {
    if (!(error instanceof CallError))
      report('error', 'a call failed', {
        path: call.getPath(),
        error: String(error),
        stack: error instanceof Error ? error.stack : undefined,
      })
    return toCallError(error)
  }

  /** A call with one response: an append or a small query. */
  const unary =
    <Call extends AnyCall, Response>(
      handle: (call: Call) => Response | Promise<Response>,
      options: { open?: boolean } = {},
    ) =>
    (call: Call, callback: sendUnaryData<Response>): void => {
      let settled = false
      const entry: OpenCall = { isRead: false, end: (error) => settle(() => callback(error)) }
      const settle = (send: () => void): void => {
        if (settled) return
        settled = true
        open.delete(entry)
        send()
      }
      open.add(entry)
      const run = async (): Promise<Response> => {
        if (!options.open) admit(call)
        return handle(call)
      }
      run().then(
        (response) => settle(() => callback(null, response)),
        (error: unknown) => settle(() => callback(fail(call, error))),
      )
    }

  /** A call that streams responses. `signal` aborts when it is over. */
  const streaming =
    <Call extends StreamingCall>(
      isRead: boolean,
      handle: (call: Call, signal: AbortSignal, end: (error?: CallError) => void) => void | Promise<void>,
    ) =>
    (call: Call): void => {
      const over = new AbortController()
      const peer = call.getPeer()
      let settled = false
      const release = (): void => {
        if (!open.delete(entry)) return
        over.abort('over') // with a reason no exception is built, which every read would pay for
        const reads = (readsByPeer.get(peer) ?? 1) - 1
        if (isRead && reads <= 0) readsByPeer.delete(peer)
        else if (isRead) readsByPeer.set(peer, reads)
      }
      const end = (error?: CallError): void => {
        if (settled) return
        settled = true
        release()
        if (error) call.emit('error', error)
        else call.end()
      }
      const entry: OpenCall = { isRead, end }
      call.on('cancelled', () => {
        settled = true
        release()
      })
      call.on('close', release)
      open.add(entry)
      if (isRead) readsByPeer.set(peer, (readsByPeer.get(peer) ?? 0) + 1)
      const run = async (): Promise<void> => {
        admit(call)
        if (isRead && (readsByPeer.get(peer) ?? 0) > limits.readsPerConnection) throw tooManyReads()
        await handle(call, over.signal, end)
      }
      run().then(
        () => isRead && end(),
        (error: unknown) => end(fail(call, error)),
      )
    }

  const endReads = (error: CallError): void => {
    for (const call of open) if (call.isRead) call.end(error)
  }

  return {
    unary,
    streaming,
    endReads,
    openReads: (): number => [...open].filter(({ isRead }) => isRead).length,
    /** Admits no further call and ends reads as cancelled, as the real server does. */
    refuse: (): void => {
      stopping = true
      endReads(cancelled())
    },
    /** Ends the remaining calls: writes that did not finish in time. */
    endAll: (): void => {
      for (const call of open) call.end(unavailable('the server is shutting down'))
    },
  }
}
