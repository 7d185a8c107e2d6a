/**
 * A signal that aborts after `ms` milliseconds with a `TimeoutError`, or with `signal` and its reason.
 *
 * The timer is held until then. `AbortSignal.timeout` in `AbortSignal.any` is not: on Node 20 the first
 * garbage collection drops it, and the call waits for ever (https://github.com/nodejs/node/issues/57736).
 */
export const deadline = (ms: number, signal?: AbortSignal): AbortSignal => {
  const controller = new AbortController()
  const end = (reason: unknown): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
    controller.abort(reason)
  }
  const follow = (): void => end(signal?.reason)
  const timer = setTimeout(() => end(new DOMException(`No answer within ${ms} ms`, 'TimeoutError')), ms)
  // What waits for the signal keeps the process running, not the clock.
  timer.unref()
  if (signal?.aborted) follow()
  else signal?.addEventListener('abort', follow)
  return controller.signal
}
