/** Thrown by `bounded`: the time was over, or the caller's signal fired, before the work settled. */
export class CutShortError extends Error {
  override name = 'CutShortError'
}

/**
 * Settles as `work` does, but rejects with CutShortError after `milliseconds` or when the signal aborts. The
 * work itself is not stopped.
 */
export const bounded = async <Value>(
  work: Promise<Value>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  let abort: (() => void) | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new CutShortError(`No answer within ${milliseconds} ms`)),
          milliseconds,
        )
        abort = () => reject(new CutShortError('Aborted by the caller', { cause: signal?.reason }))
        if (signal?.aborted) abort()
        else signal?.addEventListener('abort', abort)
      }),
    ])
  } finally {
    clearTimeout(timer)
    if (abort) signal?.removeEventListener('abort', abort)
  }
}
