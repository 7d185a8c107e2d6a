import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Response } from 'express'
import { validate } from 'uuid'
import { continueTrace } from '../telemetry/trace.ts'
import { findNetwork } from './network.ts'
import type { Principal } from '../session/principal.ts'

/** One request on its way through the kit. */
export type Exchange = {
  readonly correlationId: string
  readonly startedAt: number
  readonly clientAddress: string
  /** What limits by address count: the address, of IPv6 the /64. */
  readonly network: string
  readonly traceparent: string
  readonly signal: AbortSignal
  principal: Principal | undefined
  /** When the head of the answer went out. */
  answeredAt: number | undefined
  /** Aborts `signal`, now or as soon as `signal` is read. */
  abort: (reason: Error) => void
  /** Ends the deadline once a stream has begun. */
  endDeadline: () => void
  /** Sets a new deadline, `ms` from now. */
  extendDeadline: (ms: number) => void
}

/** The exchange that the kit began for this response. */
export const exchangeOf = (response: Response): Exchange => response.locals['exchange']

/** A request has this long until its answer (docs/domain/limits.md#timeouts). */
export const DEADLINE_MS = 8_000

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Starts the clock of a request. `onDeadline` runs when it has no answer in time. */
export const beginExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  onDeadline: () => void,
): Exchange => {
  const given = first(request.headers['x-correlation-id'])
  const clientAddress =
    first(request.headers['x-forwarded-for'])?.split(',').at(-1)?.trim().slice(0, 64) ||
    (request.socket.remoteAddress ?? '')
  let controller: AbortController | undefined
  let aborted: Error | undefined
  let trace: string | undefined
  const abort = (reason: Error) => {
    aborted ??= reason
    controller?.abort(aborted)
  }
  const passDeadline = () => {
    abort(new DOMException('The deadline has passed', 'AbortError'))
    onDeadline()
  }
  let timer = setTimeout(passDeadline, DEADLINE_MS)
  response.once('close', () => {
    clearTimeout(timer)
    // A read whose client has left is cancelled; a command runs to its end.
    if (request.method !== 'POST' && !response.writableFinished)
      abort(new DOMException('The reader has left', 'AbortError'))
  })
  return {
    // Time-ordered: new ids share pages of the event log's index instead of taking one each.
    correlationId:
      given !== undefined && given.length === 36 && validate(given) ? given.toLowerCase() : newId(),
    startedAt: performance.now(),
    clientAddress,
    network: findNetwork(clientAddress, 32),
    principal: undefined,
    answeredAt: undefined,
    abort,
    endDeadline: () => clearTimeout(timer),
    extendDeadline: (ms) => {
      clearTimeout(timer)
      timer = setTimeout(passDeadline, ms)
    },
    get traceparent() {
      trace ??= continueTrace(first(request.headers['traceparent']))
      return trace
    },
    get signal() {
      if (!controller) {
        controller = new AbortController()
        if (aborted) controller.abort(aborted)
      }
      return controller.signal
    },
  }
}
